package com.couponengine.core.wallet;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.Mistakes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a page of a user's coupons.
 *
 * @param userId the user
 * @param view which coupons
 * @param order in which order
 * @param after the last coupon of the page before, or null for the first page
 * @param max the page's size, 1 to 500
 */
public record WalletQuery(
        long userId, View view, Sort order, @Nullable Cursor after, int max) {
    private static final int PAGE_MAX = 500;

    public WalletQuery {
        new Mistakes()
                .id("userId", userId)
                .require(view != null, "view", view, "must be given")
                .require(order != null, "order", order, "must be given")
                .require(max > 0 && max <= PAGE_MAX, "max", max, "must be 1 to " + PAGE_MAX)
                .throwIfAny();
    }

    /** The first page, newest first. */
    public static WalletQuery of(long userId, View view, int max) {
        return new WalletQuery(userId, view, Sort.NEWEST_FIRST, null, max);
    }

    /** The first page in the other order. */
    public WalletQuery soonestExpiringFirst() {
        return new WalletQuery(userId, view, Sort.SOONEST_EXPIRING_FIRST, null, max);
    }

    /**
     * The page after the one that ended with this coupon. What is issued or changes meanwhile moves no coupon from one
     * page to another; a page that is shorter than {@link #max} is the last one.
     */
    public WalletQuery after(Coupon last) {
        Mistakes.given("last", last);
        Instant at = order == Sort.NEWEST_FIRST ? last.issuedAt() : last.expiresAt();
        return new WalletQuery(userId, view, order, new Cursor(at, last.code()), max);
    }

    /**
     * Which coupons; time is the repository's. Each coupon is in ALL and in exactly one other view: a coupon of a template
     * whose coupons were all voided is LOST unless it was used before, also after its end.
     */
    public enum View {
        /** All of them. */
        ALL,
        /** Neither used, held, void nor expired; the start may lie ahead. Lapsed holds count as free. */
        UNUSED,
        /** Held by an order. */
        HELD,
        /** Used. */
        REDEEMED,
        /** Past their end, unused. */
        EXPIRED,
        /** Voided or forfeited. */
        LOST
    }

    /** In which order; the code breaks ties, the same way on every page. */
    public enum Sort {
        NEWEST_FIRST,
        SOONEST_EXPIRING_FIRST
    }

    /**
     * Where a page ended.
     *
     * @param at the coupon's time of issue or of expiry, whichever the order goes by
     * @param code the coupon
     */
    public record Cursor(Instant at, CouponCode code) {
        public Cursor {
            new Mistakes()
                    .instant("after.at", at)
                    .require(code != null, "after.code", code, "must be given")
                    .throwIfAny();
        }
    }
}
