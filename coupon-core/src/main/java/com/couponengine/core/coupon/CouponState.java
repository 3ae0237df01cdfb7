package com.couponengine.core.coupon;

/** What a coupon's row says. Whether the coupon can be used also depends on the time and on its template. */
public enum CouponState {
    /** Free to be used within its validity. */
    AVAILABLE,
    /** Kept for an order that has not paid yet; free again when the hold's deadline has passed. */
    HELD,
    /** Used by an order. */
    REDEEMED,
    /** Its end has passed unused, and the sweep has seen it. */
    EXPIRED,
    /** Taken back by an operator. Final. */
    VOIDED,
    /** Lost with a cancelled order, by policy. Final. */
    FORFEITED
}
