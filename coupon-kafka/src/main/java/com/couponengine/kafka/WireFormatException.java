package com.couponengine.kafka;

import com.couponengine.core.error.CouponEngineException;

/** A record is not what this library writes, or of a newer version than it reads. */
public final class WireFormatException extends CouponEngineException {
    private static final long serialVersionUID = 1L;

    WireFormatException(String message) {
        super(message);
    }

    WireFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
