package com.couponengine.core.memory;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.redemption.Decision;
import com.couponengine.core.redemption.LockedCoupon;
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
        synchronized (data) {
            List<RedemptionResult> results = new ArrayList<>();
            List<CouponEvent> events = new ArrayList<>();
            Map<CouponCode, CouponRow> changed = new LinkedHashMap<>();
            for (RedemptionCommand command : commands) {
                results.add(decide(command, rule, changed, events));
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
            decision = rule.decide(command, new LockedCoupon(row.coupon(), template, row.redemptions()), data.now());
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
}
