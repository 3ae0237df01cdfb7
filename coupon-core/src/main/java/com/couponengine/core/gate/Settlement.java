package com.couponengine.core.gate;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.Mistakes;

/**
 * The end of a reservation.
 *
 * @param userId the reservation's user
 * @param requestId the reservation's request id
 * @param code the reservation's code; a reservation with another code is left alone
 * @param epoch the epoch it was reserved in; in another one it is gone already
 * @param outcome how it ended
 */
public record Settlement(long userId, String requestId, CouponCode code, long epoch, Outcome outcome) {
    public Settlement {
        Mistakes.given("requestId", requestId);
        Mistakes.given("code", code);
        Mistakes.given("outcome", outcome);
    }

    public enum Outcome {
        /** The unit is used up: the coupon is a row. */
        CONFIRM,
        /** The unit goes back into the stock, and the user's count down by one. */
        RELEASE,
        /** The unit goes back into the stock; the user is known to have reached the limit, and is counted so. */
        RELEASE_AT_LIMIT
    }
}
