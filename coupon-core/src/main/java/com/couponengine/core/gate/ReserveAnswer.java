package com.couponengine.core.gate;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.Mistakes;
import org.jspecify.annotations.Nullable;

/**
 * The gate's answer to one {@link ReserveRequest}.
 *
 * @param status what it decided
 * @param code the reservation's code: the one asked for, or that of the earlier call with this key; null unless RESERVED
 * @param grabNo which of the user's coupons it would be, from 1: a hint; 0 unless RESERVED
 * @param epoch the epoch of the stock that it came from, which the repository compares; 0 if NOT_LOADED
 */
public record ReserveAnswer(Status status, @Nullable CouponCode code, int grabNo, long epoch) {
    public ReserveAnswer {
        Mistakes.given("status", status);
    }

    /** Where both refusals apply, LIMIT_REACHED is answered. */
    public enum Status {
        /** A unit is kept for this request. */
        RESERVED,
        /** No unit is left in this share. */
        SOLD_OUT,
        /** The user has, or has reserved, as many as one user may get. */
        LIMIT_REACHED,
        /** The gate does not know this share: it was never loaded, or was lost. */
        NOT_LOADED
    }

    /** A refusal. */
    public static ReserveAnswer refused(Status status, long epoch) {
        return new ReserveAnswer(status, null, 0, epoch);
    }
}
