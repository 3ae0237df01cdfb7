package com.couponengine.core.error;

/** Root of every exception that the engine and its adapters throw on purpose. Unchecked. */
public abstract class CouponEngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    protected CouponEngineException(String message) {
        super(message);
    }

    protected CouponEngineException(String message, Throwable cause) {
        super(message, cause);
    }
}
