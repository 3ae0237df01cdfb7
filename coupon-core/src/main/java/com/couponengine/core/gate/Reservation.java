package com.couponengine.core.gate;

import com.couponengine.core.code.CouponCode;
import java.time.Instant;

/** A reservation that is neither confirmed nor released, as the gate has it. */
public record Reservation(long userId, String requestId, CouponCode code, long epoch, Instant deadline) {}
