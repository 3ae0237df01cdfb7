package com.couponengine.core.money;

import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.Mistakes;
import java.math.BigDecimal;
import java.util.Currency;

/**
 * An amount of money as a whole number of the currency's minor unit (分 for CNY, yen for JPY, fils for KWD), never
 * negative in this library. There is no constructor from a bare number of major units, so 分 and 元 cannot be mixed up.
 *
 * @param minorUnits the amount in minor units, 0 or more
 * @param currency its currency; the number of decimals is {@link Currency#getDefaultFractionDigits()}
 */
public record Money(long minorUnits, Currency currency) implements Comparable<Money> {

    public Money {
        if (minorUnits < 0 || currency == null || currency.getDefaultFractionDigits() < 0) {
            new Mistakes()
                    .require(minorUnits >= 0, "minorUnits", minorUnits, "must not be negative")
                    .require(currency != null, "currency", currency, "must be given")
                    .require(
                            currency == null || currency.getDefaultFractionDigits() >= 0,
                            "currency",
                            currency,
                            "must have a minor unit")
                    .throwIfAny();
        }
    }

    /** So many minor units: {@code ofMinor(1234, "CNY")} is 12.34 yuan. */
    public static Money ofMinor(long minorUnits, String currencyCode) {
        return new Money(minorUnits, currency(currencyCode));
    }

    /**
     * An amount as people write it: {@code of("12.34", "CNY")}.
     *
     * @throws InvalidInputException if it is no number, negative, too large, or has more decimals than the currency
     */
    public static Money of(String amount, String currencyCode) {
        try {
            return of(new BigDecimal(amount), currency(currencyCode));
        } catch (NumberFormatException | NullPointerException e) {
            throw Mistakes.mistake("amount", amount, "must be a decimal number");
        }
    }

    /** As {@link #of(String, String)}, from a number. Nothing is rounded. */
    public static Money of(BigDecimal amount, Currency currency) {
        Mistakes.given("amount", amount);
        int decimals = zero(currency).currency().getDefaultFractionDigits(); // refuses what has no minor unit
        new Mistakes()
                .require(amount.signum() >= 0, "amount", amount, "must not be negative")
                .throwIfAny();
        try {
            return new Money(amount.movePointRight(decimals).longValueExact(), currency);
        } catch (ArithmeticException e) {
            throw Mistakes.mistake(
                    "amount",
                    amount, // not its plain digits: 1e999999999 has a billion of them
                    "must fit " + currency + " with at most " + decimals + " decimals");
        }
    }

    public static Money zero(Currency currency) {
        return new Money(0, currency);
    }

    /** The sum. @throws InvalidInputException if the currencies differ or it does not fit */
    public Money plus(Money other) {
        same(other);
        try {
            return new Money(Math.addExact(minorUnits, other.minorUnits), currency);
        } catch (ArithmeticException e) {
            throw Mistakes.mistake("amount", this + " + " + other, "must fit 64 bits");
        }
    }

    /** The difference. @throws InvalidInputException if the currencies differ or it would be negative */
    public Money minus(Money other) {
        same(other);
        return new Money(minorUnits - other.minorUnits, currency);
    }

    /** The smaller one. @throws InvalidInputException if the currencies differ */
    public Money min(Money other) {
        return compareTo(other) <= 0 ? this : other;
    }

    public boolean isZero() {
        return minorUnits == 0;
    }

    /** The amount in major units, with the currency's number of decimals. */
    public BigDecimal toBigDecimal() {
        return BigDecimal.valueOf(minorUnits, currency.getDefaultFractionDigits());
    }

    /** By amount. @throws InvalidInputException if there is no other or its currency differs */
    @Override
    public int compareTo(Money other) {
        same(other);
        return Long.compare(minorUnits, other.minorUnits);
    }

    /** For people: {@code 12.34 CNY}. */
    @Override
    public String toString() {
        return toBigDecimal().toPlainString() + " " + currency;
    }

    private void same(Money other) {
        Mistakes.given("other", other);
        if (!currency.equals(other.currency)) {
            throw Mistakes.mistake("currency", other.currency, "must be " + currency);
        }
    }

    private static Currency currency(String code) {
        try {
            return Currency.getInstance(code);
        } catch (IllegalArgumentException | NullPointerException e) {
            throw Mistakes.mistake("currency", code, "must be an ISO 4217 code");
        }
    }
}
