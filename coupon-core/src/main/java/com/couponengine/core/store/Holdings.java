package com.couponengine.core.store;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.template.Template;
import java.time.Instant;
import java.util.List;

/**
 * What a user has and may still use, now or later.
 *
 * @param now the repository's time of the reading
 * @param coupons those that are free or held, whose end has not come and whose template is not void; the one that ends
 *     soonest first, then by code
 */
public record Holdings(Instant now, List<Holding> coupons) {
    public Holdings {
        Mistakes.given("now", now);
        coupons = Mistakes.copied("coupons", coupons);
    }

    /** A coupon and the template whose terms it has. */
    public record Holding(Coupon coupon, Template template) {
        public Holding {
            Mistakes.given("coupon", coupon);
            Mistakes.given("template", template);
        }
    }
}
