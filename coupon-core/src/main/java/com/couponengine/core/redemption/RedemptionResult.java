package com.couponengine.core.redemption;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@link RedemptionCommand}.
 *
 * @param status what became of it
 * @param replay whether the same command had been carried out before and this is its answer again
 * @param coupon the coupon after it; null for UNKNOWN_COUPON and for faults
 * @param redemption what is remembered of the order's attempt, or null
 * @param shortBy for BELOW_MIN_SPEND, what the order lacks; else null
 */
public record RedemptionResult(
        RedemptionStatus status,
        boolean replay,
        @Nullable Coupon coupon,
        @Nullable Redemption redemption,
        @Nullable Money shortBy) {

    /** An answer without data. */
    public static RedemptionResult of(RedemptionStatus status) {
        return new RedemptionResult(status, false, null, null, null);
    }

    /** Whether the coupon now stands as asked. */
    public boolean isDone() {
        return status.isDone();
    }

    /** The discount that the order's attempt was given, or null if it was given none. */
    public @Nullable Money discount() {
        return redemption == null || redemption.allocation() == null
                ? null
                : redemption.allocation().discount();
    }
}
