package com.couponengine.core.redemption;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import java.util.List;
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
    public RedemptionResult {
        Mistakes.given("status", status);
    }

    /** An answer without data. */
    public static RedemptionResult of(RedemptionStatus status) {
        return new RedemptionResult(status, false, null, null, null);
    }

    /**
     * The answers to commands that were to be carried out together: as they are if all were done; else without what is
     * not to be written.
     */
    public static List<RedemptionResult> together(List<RedemptionResult> results) {
        return areDone(results)
                ? results
                : results.stream()
                        .map(result -> result.isDone() && !result.replay()
                                ? RedemptionResult.of(RedemptionStatus.NOT_TOGETHER)
                                : result)
                        .toList();
    }

    /** Whether each of these coupons now stands as asked. */
    public static boolean areDone(List<RedemptionResult> results) {
        new Mistakes()
                .require(results != null, "results", results, "must be given")
                .noNulls("results", results)
                .throwIfAny();
        return results.stream().allMatch(RedemptionResult::isDone);
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
