package com.couponengine.core.discount;

import com.couponengine.core.money.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * What a discount gives, in the minor units of its currency: a part of the eligible amount, but not more than so much.
 *
 * @param minSpend the least eligible amount, 0 if there is none
 * @param millionths the part that is taken off
 * @param most the most that is taken off
 */
record Terms(long minSpend, long millionths, long most) {
    private static final long WHOLE = 1_000_000;

    static Terms of(Discount discount) {
        long minSpend = minor(discount.minSpend(), 0);
        if (discount instanceof Discount.ThresholdAmountOff threshold) {
            return new Terms(minSpend, WHOLE, threshold.off().minorUnits());
        }
        if (discount instanceof Discount.AmountOff amount) {
            return new Terms(minSpend, WHOLE, amount.off().minorUnits());
        }
        Discount.PercentOff percent = (Discount.PercentOff) discount;
        long paid = percent.rate().movePointRight(6).longValueExact();
        return new Terms(minSpend, WHOLE - paid, minor(percent.maxDiscount(), Long.MAX_VALUE));
    }

    /** The discount on an amount, if that reaches the least spend; rounded once, HALF_UP. */
    long on(long eligible) {
        return Math.min(part(eligible), most);
    }

    private long part(long eligible) {
        if (millionths == WHOLE) {
            return eligible;
        }
        if (eligible < Long.MAX_VALUE / (2 * WHOLE)) {
            return (eligible * millionths + WHOLE / 2) / WHOLE;
        }
        return BigDecimal.valueOf(eligible)
                .multiply(BigDecimal.valueOf(millionths, 6))
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact();
    }

    /** Whether what it gives grows with the amount. */
    boolean isPercent() {
        return millionths != WHOLE;
    }

    /** The part that is still paid, for bounds. */
    double rate() {
        return 1 - (double) millionths / WHOLE;
    }

    private static long minor(@Nullable Money amount, long absent) {
        return amount == null ? absent : amount.minorUnits();
    }
}
