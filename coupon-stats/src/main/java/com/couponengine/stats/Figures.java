package com.couponengine.stats;

import com.couponengine.core.money.Money;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.function.ToLongFunction;

/**
 * What happened to the coupons of a template within some time. What is taken back counts when it is taken back, not
 * when it was given: so the net figures of a day can be negative.
 *
 * @param issued coupons issued
 * @param uses uses by orders: redeemed at once, or confirmed after a hold
 * @param released uses that were given back, be it by a release or by the refund of the last line
 * @param refunds refunds of lines
 * @param voided coupons voided one by one
 * @param expired coupons whose end passed unused, at that end
 * @param discountGiven the discount on the uses
 * @param discountTakenBack the discount that came off by releases and refunds
 */
public record Figures(
        long issued,
        long uses,
        long released,
        long refunds,
        long voided,
        long expired,
        Money discountGiven,
        Money discountTakenBack) {

    /** Uses less those given back. */
    public long used() {
        return uses - released;
    }

    /** The discount given less what was taken back, in major units with the currency's decimals: 37.02. */
    public BigDecimal discount() {
        return discountGiven.toBigDecimal().subtract(discountTakenBack.toBigDecimal());
    }

    static Figures of(ToLongFunction<Figure> sums, Currency currency) {
        return new Figures(
                sums.applyAsLong(Figure.ISSUED),
                sums.applyAsLong(Figure.USES),
                sums.applyAsLong(Figure.RELEASED),
                sums.applyAsLong(Figure.REFUNDS),
                sums.applyAsLong(Figure.VOIDED),
                sums.applyAsLong(Figure.EXPIRED),
                new Money(sums.applyAsLong(Figure.GIVEN), currency),
                new Money(sums.applyAsLong(Figure.TAKEN_BACK), currency));
    }
}
