package com.couponengine.core.redemption;

/** What became of a {@link RedemptionCommand}. */
public enum RedemptionStatus {
    /** The coupon is used by this attempt of this order. */
    REDEEMED,
    /** The coupon is kept for this attempt of this order. */
    HELD,
    /** This attempt of this order does not have the coupon any more, and never will again. */
    RELEASED,
    /** The refund is taken off the stored shares. */
    REFUNDED,
    /** The coupon is void, as asked. */
    VOIDED,
    /** The sweep wrote down what time had done. */
    SWEPT,
    /** There was nothing for the sweep to do. */
    NOTHING_TO_SWEEP,

    /** No coupon of this user has this code. Whether somebody else's has is not told. */
    UNKNOWN_COUPON,
    /** This attempt was released before: it can do nothing more. */
    ATTEMPT_RELEASED,
    /** A later attempt of this order is known: this one can do nothing more. */
    ATTEMPT_SUPERSEDED,
    /** The hold came after this attempt had redeemed the coupon. */
    REDEEMED_BY_THIS_ORDER,
    /** The coupon, or every coupon of its template, was taken back. */
    COUPON_VOIDED,
    /** The coupon was lost with a cancelled order. */
    COUPON_FORFEITED,
    /** The coupon is used by another order, or by another attempt of this one. */
    ALREADY_REDEEMED,
    /** The coupon's end has come. */
    COUPON_EXPIRED,
    /** The coupon's start has not come. */
    NOT_YET_VALID,
    /** Another order holds the coupon. */
    HELD_BY_OTHER_ORDER,
    /** The order is in another currency than the coupon. */
    OTHER_CURRENCY,
    /** The coupon covers nothing of this order. */
    NOTHING_ELIGIBLE,
    /** The covered lines, less what other coupons of the order take off them, do not reach the least spend. */
    BELOW_MIN_SPEND,
    /**
     * The order has a coupon that this one cannot be combined with. Also the answer to a confirmation whose hold had
     * lapsed when the order took another coupon: redeem it instead, which prices it afresh.
     */
    NOT_COMBINABLE,
    /**
     * Other coupons of the order take more off a line than this order has: it was changed after they were held or
     * redeemed. Release them, and hold them with the next attempt.
     */
    ORDER_CHANGED,
    /** The confirmation names an attempt that never held the coupon. */
    NOT_HELD,
    /** The refund names an attempt that has not redeemed the coupon. */
    NOT_REDEEMED,
    /** The refund names a line that the order does not have. */
    UNKNOWN_LINE,
    /** More of a line would be refunded than there is. */
    REFUND_EXCEEDS_LINE,
    /** The refund's id was used for other lines. */
    REFUND_ID_REUSED,
    /** It could have been done, but another coupon of the same call could not: nothing was changed. */
    NOT_TOGETHER,

    /**
     * The same step of the order, or one that was to go together with it, is under way in another call; nothing was
     * started. Ask again in a moment.
     */
    IN_FLIGHT,
    /** Too much is waiting; nothing was started. */
    BUSY,
    /** A server could not be used, or the engine is closed; nothing was changed. */
    UNAVAILABLE,
    /** The answer of a server was lost: repeat the call with the same ids to learn it. */
    OUTCOME_UNKNOWN;

    /** Whether the coupon now stands as asked. */
    public boolean isDone() {
        return compareTo(NOTHING_TO_SWEEP) <= 0;
    }
}
