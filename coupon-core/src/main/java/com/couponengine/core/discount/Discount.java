package com.couponengine.core.discount;

import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a discount: amount off above a threshold (满减), percent off (折扣) or amount off (直减). Immutable; the
 * constructors check their input and throw {@link InvalidInputException}.
 */
public sealed interface Discount {

    /** The currency that the terms are meant in; orders in another one cannot use the coupon. */
    Currency currency();

    /** The least eligible amount that an order must have, or null if there is none. */
    @Nullable
    Money minSpend();

    /**
     * The discount on an eligible amount that reaches {@link #minSpend}: never more than that amount. Rounded once,
     * HALF_UP, to the minor unit.
     */
    default Money on(Money eligible) {
        Mistakes.given("eligible", eligible);
        return new Money(Terms.of(this).on(eligible.minorUnits()), currency());
    }

    /** Amount off above a threshold (满减): 50 off from 300 on. */
    record ThresholdAmountOff(Money minSpend, Money off) implements Discount {
        public ThresholdAmountOff {
            Mistakes mistakes = new Mistakes();
            positive(mistakes, "minSpend", minSpend);
            positive(mistakes, "off", off);
            mistakes.throwIfAny();
            mistakes.require(
                            minSpend.currency().equals(off.currency()),
                            "off",
                            off,
                            "must be in the currency of minSpend")
                    .throwIfAny();
            mistakes.require(off.compareTo(minSpend) <= 0, "off", off, "must not exceed minSpend = " + minSpend)
                    .throwIfAny();
        }

        @Override
        public Currency currency() {
            return off.currency();
        }
    }

    /**
     * Percent off (折扣).
     *
     * @param rate the part that is still paid, between 0 and 1 exclusive, at most 6 decimals: 0.9 is 9折, 10 % off; kept
     *     without trailing zeros, so that equal terms are equal
     * @param maxDiscount the cap of the discount, or null
     * @param minSpend the least eligible amount, or null
     */
    record PercentOff(
            BigDecimal rate,
            Currency currency,
            @Nullable Money maxDiscount,
            @Nullable Money minSpend) implements Discount {
        private static final int RATE_DECIMALS_MAX = 6;

        public PercentOff {
            Mistakes mistakes = new Mistakes();
            mistakes.require(
                            rate != null && rate.signum() > 0 && rate.compareTo(BigDecimal.ONE) < 0,
                            "rate",
                            rate,
                            "must be above 0 and below 1; 0.9 is 10 % off (9折)")
                    .require(
                            rate == null || rate.stripTrailingZeros().scale() <= RATE_DECIMALS_MAX,
                            "rate",
                            rate,
                            "must have at most " + RATE_DECIMALS_MAX + " decimals")
                    .require(currency != null, "currency", currency, "must be given");
            optional(mistakes, "maxDiscount", maxDiscount, currency);
            optional(mistakes, "minSpend", minSpend, currency);
            mistakes.throwIfAny();
            rate = rate.stripTrailingZeros();
        }

        /** The same with a cap. */
        public PercentOff atMost(Money cap) {
            Mistakes.given("cap", cap);
            return new PercentOff(rate, currency, cap, minSpend);
        }

        /** The same from an eligible amount on. */
        public PercentOff from(Money leastSpend) {
            Mistakes.given("leastSpend", leastSpend);
            return new PercentOff(rate, currency, maxDiscount, leastSpend);
        }
    }

    /** Amount off (直减), without or with a least spend below the amount. Capped by the eligible amount. */
    record AmountOff(Money off) implements Discount {
        public AmountOff {
            Mistakes mistakes = new Mistakes();
            positive(mistakes, "off", off);
            mistakes.throwIfAny();
        }

        @Override
        public Currency currency() {
            return off.currency();
        }

        @Override
        public @Nullable Money minSpend() {
            return null;
        }
    }

    /** {@code threshold("300.00", "50.00", "CNY")}: 满300减50. */
    static Discount threshold(String minSpend, String off, String currencyCode) {
        return new ThresholdAmountOff(Money.of(minSpend, currencyCode), Money.of(off, currencyCode));
    }

    /** {@code percentOff("0.9", "CNY")}: 9折, 10 % off. */
    static PercentOff percentOff(String rate, String currencyCode) {
        BigDecimal parsed;
        try {
            parsed = new BigDecimal(rate);
        } catch (NumberFormatException | NullPointerException e) {
            throw Mistakes.mistake("rate", rate, "must be a decimal number");
        }
        return new PercentOff(parsed, Money.ofMinor(0, currencyCode).currency(), null, null);
    }

    /** {@code amountOff("20.00", "CNY")}: 直减20. */
    static Discount amountOff(String off, String currencyCode) {
        return new AmountOff(Money.of(off, currencyCode));
    }

    private static void positive(Mistakes mistakes, String field, @Nullable Money amount) {
        mistakes.require(amount != null && !amount.isZero(), field, amount, "must be above zero");
    }

    private static void optional(Mistakes mistakes, String field, @Nullable Money amount, @Nullable Currency currency) {
        if (amount != null) {
            positive(mistakes, field, amount);
            mistakes.require(
                    Objects.equals(amount.currency(), currency), field, amount, "must be in the coupon's currency");
        }
    }
}
