package com.couponengine.core.template;

import com.couponengine.core.error.Mistakes;
import org.jspecify.annotations.Nullable;

/**
 * A coupon template (优惠券模板): one campaign's coupons, its terms and its life.
 *
 * @param id given by the repository, positive
 * @param spec its terms
 * @param state where it stands in its life
 * @param voiding who voided all its coupons, when, why and by which request; null if they were not voided
 */
public record Template(
        long id,
        TemplateSpec spec,
        TemplateState state,
        @Nullable Voiding voiding) {
    public Template {
        Mistakes.given("spec", spec);
        Mistakes.given("state", state);
    }

    /** Whether all its coupons are void. */
    public boolean isVoid() {
        return voiding != null;
    }
}
