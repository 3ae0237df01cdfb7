package com.couponengine.core.error;

/** A server could not be used, and it is known that the call changed nothing there. Trying again later is safe. */
public final class StoreUnavailableException extends CouponEngineException {
    private static final long serialVersionUID = 1L;

    public StoreUnavailableException(String what, Throwable cause) {
        super(what + ": " + cause.getMessage(), cause);
    }

    public StoreUnavailableException(String what) {
        super(what);
    }
}
