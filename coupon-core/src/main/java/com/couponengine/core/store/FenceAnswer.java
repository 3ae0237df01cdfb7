package com.couponengine.core.store;

/** What a fence found. */
public enum FenceAnswer {
    /** The attempt had committed: the coupon is a row. */
    GRANTED,
    /** The attempt has not committed and, from now on, never can. */
    FENCED
}
