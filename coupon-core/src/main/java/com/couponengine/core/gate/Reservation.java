package com.couponengine.core.gate;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.Mistakes;
import java.time.Instant;

/** A reservation that is neither confirmed nor released, as the gate has it. */
public record Reservation(long userId, String requestId, CouponCode code, long epoch, Instant deadline) {
    public Reservation {
        Mistakes.given("requestId", requestId);
        Mistakes.given("code", code);
        Mistakes.given("deadline", deadline);
    }
}
