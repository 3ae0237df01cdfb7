package com.couponengine.core.redemption;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.discount.Order;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Voiding;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something that is asked of one coupon. A {@code userId} of null means: whoever owns it. The attempt counts an order's
 * tries with this coupon from 1; an order that is revived after a release passes the next.
 */
public sealed interface RedemptionCommand {

    /** The most attempts of one order with one coupon. */
    int ATTEMPT_MAX = 10_000;

    CouponCode code();

    /** A step of an order. */
    sealed interface OfOrder extends RedemptionCommand {
        @Nullable
        Long userId();

        String orderId();

        int attempt();

        /** Whether the order asks for the coupon with it; else it gives something back. */
        default boolean asksForCoupon() {
            return this instanceof Redeem || this instanceof Hold || this instanceof Confirm;
        }
    }

    /** Use the coupon on an order, now. */
    record Redeem(CouponCode code, @Nullable Long userId, String orderId, int attempt, Order order) implements OfOrder {
        public Redeem {
            check(code, userId, orderId, attempt)
                    .require(order != null, "order", order, "must be given")
                    .throwIfAny();
        }
    }

    /**
     * Keep the coupon for an order that pays later.
     *
     * @param keepFor how long from now, 1 second to 30 days, cut to milliseconds; never beyond the coupon's end
     */
    record Hold(CouponCode code, @Nullable Long userId, String orderId, int attempt, Order order, Duration keepFor)
            implements OfOrder {
        private static final Duration KEEP_MAX = Duration.ofDays(30);

        public Hold {
            check(code, userId, orderId, attempt)
                    .require(order != null, "order", order, "must be given")
                    .require(
                            keepFor != null
                                    && keepFor.compareTo(Duration.ofSeconds(1)) >= 0
                                    && keepFor.compareTo(KEEP_MAX) <= 0,
                            "keepFor",
                            keepFor,
                            "must be 1 second to 30 days")
                    .throwIfAny();
            keepFor = keepFor.truncatedTo(ChronoUnit.MILLIS);
        }
    }

    /** Use the coupon on the order that holds it, at the discount of the hold. */
    record Confirm(CouponCode code, @Nullable Long userId, String orderId, int attempt) implements OfOrder {
        public Confirm {
            check(code, userId, orderId, attempt).throwIfAny();
        }
    }

    /**
     * The order was cancelled: end its hold or its use.
     *
     * @param policy instead of the template's, or null
     */
    record Release(
            CouponCode code,
            @Nullable Long userId,
            String orderId,
            int attempt,
            @Nullable ReleasePolicy policy) implements OfOrder {
        public Release {
            check(code, userId, orderId, attempt).throwIfAny();
        }
    }

    /**
     * Lines of the order were refunded. Of an order with several coupons, each coupon is refunded, in the order in which
     * they were redeemed: what the answer of one pays back of a line ({@link Redemption.Refund}) is the amount for the
     * next one, and what the last one pays back is what the buyer gets. A line of which nothing is paid back is left out for
     * the next coupons, and if none is left, they need no refund.
     *
     * @param refundId the host's key of the refund, unique within the order's attempt
     * @param lines what is refunded, at the line's amount as this coupon saw it; each line at most once
     */
    record Refund(
            CouponCode code, @Nullable Long userId, String orderId, int attempt, String refundId, List<Line> lines)
            implements OfOrder {
        /**
         * A line, or a part of it.
         *
         * @param lineId the line
         * @param amount the part of the line's amount, before the discount, that is refunded
         */
        public record Line(String lineId, Money amount) {
            public Line {
                new Mistakes()
                        .key("line.id", lineId)
                        .require(amount != null && !amount.isZero(), "line.amount", amount, "must be above zero")
                        .throwIfAny();
            }
        }

        public Refund {
            Mistakes mistakes = check(code, userId, orderId, attempt)
                    .key("refundId", refundId)
                    .require(lines != null && !lines.isEmpty(), "lines", lines, "must have a line")
                    .noNulls("lines", lines);
            mistakes.throwIfAny();
            lines = List.copyOf(lines);
            Set<String> ids = new HashSet<>();
            for (Line line : lines) {
                mistakes.require(ids.add(line.lineId()), "line.id", line.lineId(), "must be named once");
            }
            mistakes.throwIfAny();
        }
    }

    /** Take the coupon back; the ledger keeps by whom, why and when. */
    record VoidCoupon(CouponCode code, String by, String reason, String requestId) implements RedemptionCommand {
        public VoidCoupon {
            Mistakes mistakes = new Mistakes().require(code != null, "code", code, "must be given");
            Voiding.check(mistakes, by, reason, requestId);
            mistakes.throwIfAny();
        }
    }

    /** Write down what time has done to the coupon: a lapsed hold, an end that has passed. */
    record Sweep(CouponCode code) implements RedemptionCommand {
        public Sweep {
            Mistakes.given("code", code);
        }
    }

    private static Mistakes check(
            @Nullable CouponCode code, @Nullable Long userId, @Nullable String orderId, int attempt) {
        return check(new Mistakes().require(code != null, "code", code, "must be given"), userId, orderId, attempt);
    }

    /** Checks what every step of an order has. Not API. */
    static Mistakes check(Mistakes mistakes, @Nullable Long userId, @Nullable String orderId, int attempt) {
        return mistakes.require(userId == null || userId > 0, "userId", userId, "must be positive")
                .key("orderId", orderId)
                .require(attempt > 0 && attempt <= ATTEMPT_MAX, "attempt", attempt, "must be 1 to " + ATTEMPT_MAX);
    }
}
