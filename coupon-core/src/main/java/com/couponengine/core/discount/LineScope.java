package com.couponengine.core.discount;

/** The host's rule for which lines a template's coupons apply to. Must be pure, fast and thread-safe. */
@FunctionalInterface
public interface LineScope {
    /** Coupons apply to the whole order. The default. */
    LineScope WHOLE_ORDER = (templateId, line) -> true;

    /** Whether the coupons of this template apply to this line. */
    boolean covers(long templateId, OrderLine line);
}
