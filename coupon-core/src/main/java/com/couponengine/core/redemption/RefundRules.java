package com.couponengine.core.redemption;

import com.couponengine.core.discount.Allocation;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.Redemption.State;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Partial refunds against the stored shares. A part of a line takes off the same part of the line's discount, rounded
 * HALF_UP on what is refunded of the line so far, so that the parts of a line add up to its share whatever their sizes.
 * When nothing is left of the order, the coupon is given back by policy.
 */
final class RefundRules {

    Decision decide(RedemptionCommand.Refund refund, LockedCoupon locked, @Nullable Redemption mine, Instant now) {
        Optional<Redemption.Refund> earlier = mine == null ? Optional.empty() : mine.refund(refund.refundId());
        if (mine != null && earlier.isPresent()) {
            return sameLines(earlier.get(), refund)
                    ? RedemptionRules.replay(RedemptionStatus.REFUNDED, locked, mine)
                    : RedemptionRules.refused(RedemptionStatus.REFUND_ID_REUSED, locked, mine, null);
        }
        if (mine == null || mine.state() != State.REDEEMED) {
            RedemptionStatus status = mine != null && mine.state() == State.RELEASED
                    ? RedemptionStatus.ATTEMPT_RELEASED
                    : RedemptionStatus.NOT_REDEEMED;
            return RedemptionRules.refused(status, locked, mine, null);
        }
        Allocation allocation = Objects.requireNonNull(mine.allocation());
        List<Allocation.Share> parts = new ArrayList<>();
        for (RedemptionCommand.Refund.Line line : refund.lines()) {
            Allocation.Share share = allocation.shares().stream()
                    .filter(s -> s.lineId().equals(line.lineId()))
                    .findFirst()
                    .orElse(null);
            if (share == null) {
                return RedemptionRules.refused(RedemptionStatus.UNKNOWN_LINE, locked, mine, null);
            }
            if (!share.amount().currency().equals(line.amount().currency())) {
                return RedemptionRules.refused(RedemptionStatus.OTHER_CURRENCY, locked, mine, null);
            }
            long before = refundedOf(mine, line.lineId());
            if (line.amount().minorUnits() > share.amount().minorUnits() - before) {
                return RedemptionRules.refused(RedemptionStatus.REFUND_EXCEEDS_LINE, locked, mine, null);
            }
            long off = part(share, before + line.amount().minorUnits()) - part(share, before);
            parts.add(new Allocation.Share(
                    line.lineId(),
                    line.amount(),
                    new Money(off, allocation.discount().currency())));
        }
        return write(refund, locked, mine, new Redemption.Refund(refund.refundId(), parts), now);
    }

    private static Decision write(
            RedemptionCommand.Refund step,
            LockedCoupon locked,
            Redemption mine,
            Redemption.Refund refund,
            Instant now) {
        List<Redemption.Refund> all = new ArrayList<>(mine.refunds());
        all.add(refund);
        Redemption memory = new Redemption(
                mine.orderId(), mine.attempt(), mine.state(), mine.heldUntil(), mine.allocation(), all, mine.place());
        CouponEvent event = RedemptionRules.event(
                EventType.REFUNDED, locked, now, step, refund.discount(), refund.paidBack(), refund.refundId());
        Allocation allocation = Objects.requireNonNull(mine.allocation());
        boolean nothingLeft = allocation.shares().stream()
                .allMatch(share ->
                        refundedOf(memory, share.lineId()) == share.amount().minorUnits());
        return nothingLeft
                ? RedemptionRules.giveBack(step, null, locked, memory.in(State.RELEASED), List.of(event), now)
                : RedemptionRules.done(RedemptionStatus.REFUNDED, locked.coupon(), memory, List.of(event));
    }

    private static long refundedOf(Redemption redemption, String lineId) {
        return redemption.refunds().stream()
                .flatMap(refund -> refund.lines().stream())
                .filter(line -> line.lineId().equals(lineId))
                .mapToLong(line -> line.amount().minorUnits())
                .sum();
    }

    /** The discount on so much of a line. */
    private static long part(Allocation.Share share, long amount) {
        return BigDecimal.valueOf(share.discount().minorUnits())
                .multiply(BigDecimal.valueOf(amount))
                .divide(BigDecimal.valueOf(share.amount().minorUnits()), 0, RoundingMode.HALF_UP)
                .longValueExact();
    }

    /** In whatever order they are named. */
    private static boolean sameLines(Redemption.Refund done, RedemptionCommand.Refund asked) {
        return done.lines().stream()
                .map(line -> new RedemptionCommand.Refund.Line(line.lineId(), line.amount()))
                .collect(Collectors.toSet())
                .equals(Set.copyOf(asked.lines()));
    }
}
