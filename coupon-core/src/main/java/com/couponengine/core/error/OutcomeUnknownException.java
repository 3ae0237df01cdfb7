package com.couponengine.core.error;

/**
 * The answer of a server was lost: the call may have been applied, or may still be. Repeat the call with the same ids,
 * or let the fence decide.
 */
public final class OutcomeUnknownException extends CouponEngineException {
    private static final long serialVersionUID = 1L;

    public OutcomeUnknownException(String what, Throwable cause) {
        super(what + ": " + cause.getMessage(), cause);
    }

    public OutcomeUnknownException(String what) {
        super(what);
    }
}
