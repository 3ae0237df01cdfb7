package com.couponengine.core.coupon;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A coupon as its row has it.
 *
 * @param code its code, unique
 * @param userId its owner
 * @param templateId its template, whose terms it keeps
 * @param grabNo which of the user's coupons of this template it is, from 1; unique per template and user
 * @param requestId the request that it was issued for, unique per user
 * @param state what the row says
 * @param issuedAt when it was grabbed
 * @param validFrom from when it can be used, inclusive
 * @param expiresAt until when it can be used, exclusive
 * @param use the order that holds it or has redeemed it; null in every other state
 */
public record Coupon(
        CouponCode code,
        long userId,
        long templateId,
        int grabNo,
        String requestId,
        CouponState state,
        Instant issuedAt,
        Instant validFrom,
        Instant expiresAt,
        @Nullable Use use) {
    public Coupon {
        Mistakes.given("code", code);
        Mistakes.given("requestId", requestId);
        Mistakes.given("state", state);
        Mistakes.given("issuedAt", issuedAt);
        Mistakes.given("validFrom", validFrom);
        Mistakes.given("expiresAt", expiresAt);
    }

    /**
     * A coupon's present use.
     *
     * @param orderId the order
     * @param attempt the order's attempt, from 1
     * @param heldUntil the hold's deadline, exclusive; null once redeemed
     * @param discount what the order gets off
     */
    public record Use(String orderId, int attempt, @Nullable Instant heldUntil, Money discount) {
        public Use {
            Mistakes.given("orderId", orderId);
            Mistakes.given("discount", discount);
        }

        /** Whether this is the use by that attempt of that order. */
        public boolean isBy(String order, int orderAttempt) {
            Mistakes.given("order", order);
            return orderId.equals(order) && attempt == orderAttempt;
        }
    }

    /**
     * Whether it can be used yet. One that is valid from its issue on always can: its issue was noted by a host's clock,
     * which may be ahead of the one that says what time it is now.
     */
    public boolean hasBegunAt(Instant now) {
        Mistakes.given("now", now);
        return !validFrom.isAfter(issuedAt) || !now.isBefore(validFrom);
    }

    /** The same coupon in another state. */
    public Coupon with(CouponState newState, @Nullable Use newUse) {
        return new Coupon(
                code, userId, templateId, grabNo, requestId, newState, issuedAt, validFrom, expiresAt, newUse);
    }

    /** Whether a hold keeps it from others at this instant. */
    public boolean isHeldAt(Instant now) {
        Mistakes.given("now", now);
        return state == CouponState.HELD
                && use != null
                && use.heldUntil() != null
                && use.heldUntil().isAfter(now);
    }

    /** Whether its end has come: ends are exclusive. */
    public boolean isExpiredAt(Instant now) {
        Mistakes.given("now", now);
        return !now.isBefore(expiresAt);
    }
}
