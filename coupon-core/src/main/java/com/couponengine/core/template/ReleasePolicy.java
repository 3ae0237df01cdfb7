package com.couponengine.core.template;

/** What becomes of a coupon when the order that used it is cancelled. */
public enum ReleasePolicy {
    /** It comes back to the user; past its end it comes back as expired. */
    RETURN,
    /** It comes back if it has not expired; else it stays used up. */
    RETURN_IF_UNEXPIRED,
    /** It is lost. */
    FORFEIT
}
