package com.couponengine.stats;

import com.couponengine.core.money.Money;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * How a template stands. Stock and issued coupons are the database's; the figures are counted from events and follow it
 * by as long as events take.
 *
 * @param templateId the template
 * @param remaining coupons that may still be issued, or null for no limit
 * @param issued coupons issued
 * @param date what day it is in the template's zone
 * @param today what happened on it
 * @param total what happened since the template's first coupon
 */
public record TemplateStats(
        long templateId, @Nullable Long remaining, long issued, LocalDate date, Figures today, Figures total) {

    /** Uses that were not given back. */
    public long used() {
        return total.used();
    }

    /** The discount given on all uses, less what was taken back. */
    public Money discount() {
        return total.discountGiven().minus(total.discountTakenBack());
    }
}
