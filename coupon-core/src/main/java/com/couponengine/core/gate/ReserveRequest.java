package com.couponengine.core.gate;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.Mistakes;
import java.time.Instant;

/**
 * A wish for one unit.
 *
 * @param userId who wants it
 * @param requestId the host's key of the grab; (user, request id) is the reservation's key
 * @param code the code that the coupon will have if the reservation is new
 * @param deadline after this instant the reconciler may settle the reservation
 */
public record ReserveRequest(long userId, String requestId, CouponCode code, Instant deadline) {
    public ReserveRequest {
        Mistakes.given("requestId", requestId);
        Mistakes.given("code", code);
        Mistakes.given("deadline", deadline);
    }
}
