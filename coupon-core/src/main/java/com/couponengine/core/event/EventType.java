package com.couponengine.core.event;

/** What happened to a coupon. */
public enum EventType {
    /** A user got it. */
    ISSUED,
    /** An order holds it, or holds it longer. */
    HELD,
    /** A hold's deadline passed and the coupon was freed by the sweep. */
    HOLD_LAPSED,
    /** An order used it at once. */
    REDEEMED,
    /** An order that held it used it. */
    CONFIRMED,
    /** An order gave it back: from a hold if {@link CouponEvent#discount} is null, else from a use. */
    RELEASED,
    /** Lines of the order that used it were refunded. */
    REFUNDED,
    /** An operator took it back. */
    VOIDED,
    /** Its end passed unused; the event's time is that end. */
    EXPIRED
}
