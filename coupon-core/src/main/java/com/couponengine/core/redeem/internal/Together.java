package com.couponengine.core.redeem.internal;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.redemption.RedemptionCommand;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What steps must have in common to be carried out together. */
public final class Together {
    private Together() {}

    /**
     * Checks them.
     *
     * @param steps at least one
     * @throws InvalidInputException naming every step's field that does not fit
     */
    public static void check(List<? extends RedemptionCommand.OfOrder> steps) {
        RedemptionCommand.OfOrder first = steps.get(0);
        Set<CouponCode> codes = new HashSet<>();
        Mistakes mistakes = new Mistakes();
        for (RedemptionCommand.OfOrder step : steps) {
            mistakes.require(
                            step.code().table() == first.code().table(),
                            "code",
                            step.code(),
                            "must be of the same user's coupon")
                    .require(codes.add(step.code()), "code", step.code(), "must be named once")
                    .require(
                            step.orderId().equals(first.orderId()),
                            "orderId",
                            step.orderId(),
                            "must be the same in all steps")
                    .require(step.userId() != null, "userId", null, "must be given in all steps")
                    .require(
                            step.userId() == null
                                    || first.userId() == null
                                    || step.userId().equals(first.userId()),
                            "userId",
                            step.userId(),
                            "must be the same in all steps");
        }
        mistakes.throwIfAny();
    }
}
