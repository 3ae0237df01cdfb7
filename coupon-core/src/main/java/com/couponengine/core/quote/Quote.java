package com.couponengine.core.quote;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.discount.Allocation;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.template.Template;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user's coupons would give on an order. Nothing is kept by it: redeem decides anew.
 *
 * @param asOf the repository's time for which it is true
 * @param usable the coupons that could be redeemed with the order, each as if it were the only one; the largest discount
 *     first, of equal ones the one that ends soonest
 * @param unusable the others that could still be of use another time, the one that ends soonest first
 * @param best what gives the most together
 */
public record Quote(Instant asOf, List<Usable> usable, List<Unusable> unusable, Combination best) {
    public Quote {
        Mistakes.given("asOf", asOf);
        usable = Mistakes.copied("usable", usable);
        unusable = Mistakes.copied("unusable", unusable);
        Mistakes.given("best", best);
    }

    /** A coupon in a quote. */
    public sealed interface QuotedCoupon {
        Coupon coupon();

        /** Its template, whose terms it has. */
        Template template();
    }

    /**
     * A coupon that can be redeemed.
     *
     * @param allocation what it gives, shared out over the lines
     */
    public record Usable(Coupon coupon, Template template, Allocation allocation) implements QuotedCoupon {
        public Usable {
            Mistakes.given("coupon", coupon);
            Mistakes.given("template", template);
            Mistakes.given("allocation", allocation);
        }

        /** What the order gets off. */
        public Money discount() {
            return allocation.discount();
        }
    }

    /**
     * A coupon that cannot be redeemed with this order now.
     *
     * @param reason what redeem would answer: NOT_YET_VALID, HELD_BY_OTHER_ORDER, OTHER_CURRENCY, NOTHING_ELIGIBLE or
     *     BELOW_MIN_SPEND
     * @param shortBy for BELOW_MIN_SPEND, what the covered lines lack; else null
     */
    public record Unusable(
            Coupon coupon,
            Template template,
            RedemptionStatus reason,
            @Nullable Money shortBy) implements QuotedCoupon {
        public Unusable {
            Mistakes.given("coupon", coupon);
            Mistakes.given("template", template);
            Mistakes.given("reason", reason);
        }
    }

    /**
     * Coupons that may be on the order together. Redeemed (or held) in this order, each with the whole order, they give
     * exactly this. The order of application is fixed: the highest least spend first, then percent off before amount off,
     * then the larger before the smaller. Combinations are compared as that order gives; a host that redeems in another
     * order gets what that one gives, which may be more or less.
     *
     * @param coupons in the order of application, each with what it gives on what those before it leave; one coupon if
     *     none may be combined, none if no coupon gives anything
     * @param discount what they give together, never more than the order's amount
     * @param exact whether no combination gives more, each in the order of application; false only if more than 20 coupons of one stacking group could be
     *     used. Of equal combinations it is one with the fewest coupons
     */
    public record Combination(List<Usable> coupons, Money discount, boolean exact) {
        public Combination {
            coupons = Mistakes.copied("coupons", coupons);
            Mistakes.given("discount", discount);
        }
    }
}
