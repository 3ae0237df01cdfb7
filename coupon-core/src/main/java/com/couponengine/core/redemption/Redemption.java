package com.couponengine.core.redemption;

import com.couponengine.core.discount.Allocation;
import com.couponengine.core.error.Mistakes;
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
 * @param place where it stands among the coupons of its order; null if it was released before it came
 */
public record Redemption(
        String orderId,
        int attempt,
        State state,
        @Nullable Instant heldUntil,
        @Nullable Allocation allocation,
        List<Refund> refunds,
        @Nullable Place place) {

    public Redemption {
        Mistakes.given("orderId", orderId);
        Mistakes.given("state", state);
        refunds = Mistakes.copied("refunds", refunds);
    }

    /** Held → redeemed → released; any step may be left out, released is final. */
    public enum State {
        HELD,
        REDEEMED,
        RELEASED
    }

    /**
     * Where a coupon stands among the coupons of one order. A coupon is priced on what those with smaller numbers leave.
     *
     * @param number unique within the order of a user, from 1; kept while the coupon stays on the order at its price
     * @param stackingGroup the coupons that it may share the order with; null if it stands alone
     */
    public record Place(int number, @Nullable String stackingGroup) {}

    /**
     * A refund of lines.
     *
     * @param refundId the host's key
     * @param lines what was refunded, each with the part of the discount that came off
     */
    public record Refund(String refundId, List<Allocation.Share> lines) {
        public Refund {
            Mistakes.given("refundId", refundId);
            lines = Mistakes.copied("lines", lines);
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
        Mistakes.given("refundId", refundId);
        return refunds.stream()
                .filter(refund -> refund.refundId().equals(refundId))
                .findFirst();
    }

    Redemption in(State newState) {
        return new Redemption(orderId, attempt, newState, heldUntil, allocation, refunds, place);
    }
}
