package com.couponengine.core.redemption;

import com.couponengine.core.discount.Allocation;
import com.couponengine.core.money.Money;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one attempt of one order with one coupon: its state and the answer it was given. Kept with the
 * coupon.
 *
 * @param orderId the order
 * @param attempt its attempt, from 1
 * @param state how far it came
 * @param heldUntil the deadline of its hold, exclusive; null if it never held
 * @param allocation what it was given; null if it was released before it came
 * @param refunds what of it was refunded, in order
 */
public record Redemption(
        String orderId,
        int attempt,
        State state,
        @Nullable Instant heldUntil,
        @Nullable Allocation allocation,
        List<Refund> refunds) {

    public Redemption {
        refunds = List.copyOf(refunds);
    }

    /** Held → redeemed → released; any step may be left out, released is final. */
    public enum State {
        HELD,
        REDEEMED,
        RELEASED
    }

    /**
     * A refund of lines.
     *
     * @param refundId the host's key
     * @param lines what was refunded, each with the part of the discount that came off
     */
    public record Refund(String refundId, List<Allocation.Share> lines) {
        public Refund {
            lines = List.copyOf(lines);
        }

        /** What the buyer gets back: the lines less their discount. */
        public Money paidBack() {
            return sum(lines, true);
        }

        /** The part of the discount that came off. */
        public Money discount() {
            return sum(lines, false);
        }

        private static Money sum(List<Allocation.Share> lines, boolean paid) {
            Money zero = Money.zero(lines.get(0).amount().currency());
            return lines.stream()
                    .map(line -> paid ? line.amount().minus(line.discount()) : line.discount())
                    .reduce(zero, Money::plus);
        }
    }

    /** The refund with this id, if there was one. */
    public Optional<Refund> refund(String refundId) {
        return refunds.stream()
                .filter(refund -> refund.refundId().equals(refundId))
                .findFirst();
    }

    Redemption in(State newState) {
        return new Redemption(orderId, attempt, newState, heldUntil, allocation, refunds);
    }
}
