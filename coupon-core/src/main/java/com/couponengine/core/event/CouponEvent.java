package com.couponengine.core.event;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * One change of one coupon: what is published, and what the ledger keeps.
 *
 * @param type what happened
 * @param code the coupon
 * @param userId its owner
 * @param templateId its template
 * @param zone the template's zone, which decides the event's day
 * @param at when, by the repository's clock; an issue by the clock of the host that issued it
 * @param orderId the order, or null where none took part
 * @param attempt the order's attempt, 0 where no order took part
 * @param discount what was given (held, redeemed, confirmed) or taken back (released from a use, refunded), or null
 * @param paid what is paid after the discount (held, redeemed, confirmed), or what was paid back (refunded), or null
 * @param requestId the host's key of the act: the grab's request id, the refund's id, the voiding's request id; or null
 * @param by who voided it, as the host named them, or null
 * @param reason why it was voided, or null
 */
public record CouponEvent(
        EventType type,
        CouponCode code,
        long userId,
        long templateId,
        ZoneId zone,
        Instant at,
        @Nullable String orderId,
        int attempt,
        @Nullable Money discount,
        @Nullable Money paid,
        @Nullable String requestId,
        @Nullable String by,
        @Nullable String reason) {
    public CouponEvent {
        Mistakes.given("type", type);
        Mistakes.given("code", code);
        Mistakes.given("zone", zone);
        Mistakes.given("at", at);
    }

    /** The event of a coupon's issue. */
    public static CouponEvent issued(Coupon coupon, ZoneId zone) {
        Mistakes.given("coupon", coupon);
        return new CouponEvent(
                EventType.ISSUED,
                coupon.code(),
                coupon.userId(),
                coupon.templateId(),
                zone,
                coupon.issuedAt(),
                null,
                0,
                null,
                null,
                coupon.requestId(),
                null,
                null);
    }
}
