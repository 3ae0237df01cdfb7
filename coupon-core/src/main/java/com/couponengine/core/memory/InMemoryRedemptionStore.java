package com.couponengine.core.memory;

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
import java.util.List;
import java.util.Objects;

final class InMemoryRedemptionStore implements RedemptionStore {
    private final InMemoryData data;

    InMemoryRedemptionStore(InMemoryData data) {
        this.data = data;
    }

    @Override
    public List<RedemptionResult> change(List<RedemptionCommand> commands, RedemptionRule rule) {
        synchronized (data) {
            List<RedemptionResult> results = new ArrayList<>();
            List<CouponEvent> events = new ArrayList<>();
            for (RedemptionCommand command : commands) {
                results.add(change(command, rule, events));
            }
            data.publish(events);
            return results;
        }
    }

    private RedemptionResult change(RedemptionCommand command, RedemptionRule rule, List<CouponEvent> events) {
        CouponRow row = data.coupons.get(command.code());
        if (row == null || row.isArchived()) {
            return RedemptionResult.of(RedemptionStatus.UNKNOWN_COUPON);
        }
        Template template =
                Objects.requireNonNull(data.templates.get(row.coupon().templateId()));
        Decision decision =
                rule.decide(command, new LockedCoupon(row.coupon(), template, row.redemptions()), data.now());
        Decision.Change change = decision.change();
        if (change != null) {
            row.replace(change.coupon());
            if (change.redemption() != null) {
                row.remember(change.redemption());
            }
            data.ledgers
                    .computeIfAbsent(row.coupon().userId(), user -> new ArrayList<>())
                    .addAll(change.events());
            events.addAll(change.events());
        }
        return decision.result();
    }
}
