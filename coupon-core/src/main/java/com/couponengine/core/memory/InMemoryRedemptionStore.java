package com.couponengine.core.memory;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.redemption.Decision;
import com.couponengine.core.redemption.LockedCoupon;
import com.couponengine.core.redemption.Redemption;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRule;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.RedemptionStore;
import com.couponengine.core.template.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class InMemoryRedemptionStore implements RedemptionStore {
    private static final Logger log = LoggerFactory.getLogger(InMemoryRedemptionStore.class);

    private final InMemoryData data;

    InMemoryRedemptionStore(InMemoryData data) {
        this.data = data;
    }

    @Override
    public List<RedemptionResult> change(List<RedemptionCommand> commands, RedemptionRule rule) {
        return change(commands, rule, false);
    }

    @Override
    public List<RedemptionResult> changeTogether(List<RedemptionCommand> commands, RedemptionRule rule) {
        return RedemptionResult.together(change(commands, rule, true));
    }

    private List<RedemptionResult> change(List<RedemptionCommand> commands, RedemptionRule rule, boolean allOrNone) {
        synchronized (data) {
            List<RedemptionResult> results = new ArrayList<>();
            List<CouponEvent> events = new ArrayList<>();
            Map<CouponCode, CouponRow> changed = new LinkedHashMap<>();
            for (RedemptionCommand command : commands) {
                results.add(decide(command, rule, changed, events));
            }
            if (allOrNone && !RedemptionResult.areDone(results)) {
                return results;
            }
            changed.forEach((code, row) ->
                    Objects.requireNonNull(data.coupons.get(code)).replaceBy(row));
            for (CouponEvent event : events) {
                data.ledgers
                        .computeIfAbsent(event.userId(), user -> new ArrayList<>())
                        .add(event);
            }
            data.publish(events);
            return results;
        }
    }

    /** Decides on copies, which replace the rows when every command has its answer. */
    private RedemptionResult decide(
            RedemptionCommand command,
            RedemptionRule rule,
            Map<CouponCode, CouponRow> changed,
            List<CouponEvent> events) {
        CouponRow stored = data.coupons.get(command.code());
        if (stored == null) {
            return RedemptionResult.of(RedemptionStatus.UNKNOWN_COUPON);
        }
        CouponRow row = changed.getOrDefault(command.code(), stored);
        Template template =
                Objects.requireNonNull(data.templates.get(row.coupon().templateId()));
        Decision decision;
        try {
            LockedCoupon locked =
                    new LockedCoupon(row.coupon(), template, row.redemptions(), others(command, row.coupon(), changed));
            decision = rule.decide(command, locked, data.now());
        } catch (RuntimeException e) {
            String step = command.getClass().getSimpleName();
            log.error("{} of coupon {} could not be decided", step, command.code(), e);
            return RedemptionResult.of(RedemptionStatus.UNAVAILABLE);
        }
        if (decision.change() != null && !stored.isArchived()) {
            changed.put(command.code(), row.after(decision.change()));
            events.addAll(decision.change().events());
        }
        return decision.result();
    }

    /** What the owner's other coupons have to do with the command's order. */
    private List<LockedCoupon.OtherUse> others(
            RedemptionCommand command, Coupon coupon, Map<CouponCode, CouponRow> changed) {
        List<LockedCoupon.OtherUse> others = new ArrayList<>();
        if (command instanceof RedemptionCommand.OfOrder step && step.asksForCoupon()) {
            for (CouponRow stored : data.rowsOf(coupon.userId())) {
                CouponCode code = stored.coupon().code();
                for (Redemption redemption : changed.getOrDefault(code, stored).redemptions()) {
                    if (!code.equals(coupon.code()) && redemption.orderId().equals(step.orderId())) {
                        others.add(new LockedCoupon.OtherUse(code, redemption));
                    }
                }
            }
        }
        return others;
    }
}
