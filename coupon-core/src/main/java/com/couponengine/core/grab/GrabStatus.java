package com.couponengine.core.grab;

/** What became of a grab. */
public enum GrabStatus {
    /** The user has the coupon: it is a row in the database. */
    GRANTED,
    /** The request was granted before; this is its coupon. */
    ALREADY_GRANTED,

    /** There is no such template. */
    UNKNOWN_TEMPLATE,
    /** All coupons of the template were voided. */
    VOIDED,
    /** The template is a draft. */
    NOT_PUBLISHED,
    /** The grab has not started. */
    NOT_STARTED,
    /** The template is paused. */
    PAUSED,
    /** The template or its grab has ended. */
    ENDED,
    /** The host's audience rule refuses this user. */
    NOT_ELIGIBLE,
    /**
     * The user has as many coupons of this template as one user may get, those included that are being granted at this
     * moment. An unmarked repeat of a request counts as one of these until it is recognised.
     */
    LIMIT_REACHED,
    /** No coupon is left. */
    SOLD_OUT,
    /** The user's request id was granted a coupon of another template. */
    REQUEST_ID_REUSED,

    /** Too many grabs are waiting; this one was not started. */
    BUSY,
    /** A server could not be used, or the engine is closed; this grab was not granted. */
    UNAVAILABLE,
    /** Not known in time: ask again with the same request id, marked as a retry. */
    OUTCOME_UNKNOWN
}
