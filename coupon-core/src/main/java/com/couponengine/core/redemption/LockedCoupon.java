package com.couponengine.core.redemption;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.template.Template;
import java.util.List;
import java.util.Optional;

/**
 * All that a decision about a coupon needs, read under the lock of its row.
 *
 * @param coupon the row
 * @param template its template, with its voiding read under a lock as well; what may still change of a published template
 *     (name, total, state and end of grabbing) may be out of date, and no rule asks for it
 * @param redemptions what is remembered of orders with this coupon
 * @param others what is remembered of the command's order with other coupons of this owner; empty for commands that do
 *     not ask for the coupon
 */
public record LockedCoupon(Coupon coupon, Template template, List<Redemption> redemptions, List<OtherUse> others) {
    public LockedCoupon {
        Mistakes.given("coupon", coupon);
        Mistakes.given("template", template);
        redemptions = Mistakes.copied("redemptions", redemptions);
        others = Mistakes.copied("others", others);
    }

    /**
     * What is remembered of an order with another coupon.
     *
     * @param code that coupon
     * @param redemption one attempt of the order with it
     */
    public record OtherUse(CouponCode code, Redemption redemption) {
        public OtherUse {
            Mistakes.given("code", code);
            Mistakes.given("redemption", redemption);
        }
    }

    Optional<Redemption> of(String orderId, int attempt) {
        for (Redemption known : redemptions) {
            if (known.orderId().equals(orderId) && known.attempt() == attempt) {
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    boolean knowsLaterAttempt(String orderId, int attempt) {
        for (Redemption known : redemptions) {
            if (known.orderId().equals(orderId) && known.attempt() > attempt) {
                return true;
            }
        }
        return false;
    }
}
