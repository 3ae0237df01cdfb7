package com.couponengine.core.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.InvalidInputException;
import java.math.BigDecimal;
import java.util.Currency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MoneyTest {

    @ParameterizedTest
    @CsvSource({
        "12.34, CNY, 1234, 12.34 CNY",
        "12, CNY, 1200, 12.00 CNY",
        "12.3, CNY, 1230, 12.30 CNY",
        "12.340, CNY, 1234, 12.34 CNY",
        "0.01, CNY, 1, 0.01 CNY",
        "0, CNY, 0, 0.00 CNY",
        "0.000, CNY, 0, 0.00 CNY",
        "1e2, CNY, 10000, 100.00 CNY",
        "275, JPY, 275, 275 JPY",
        "1.234, KWD, 1234, 1.234 KWD",
        "92233720368547758.07, CNY, 9223372036854775807, 92233720368547758.07 CNY",
    })
    void anAmountKeepsEveryMinorUnit(String written, String currency, long minorUnits, String shown) { // B59
        Money money = Money.of(written, currency);

        assertThat(money).isEqualTo(Money.ofMinor(minorUnits, currency));
        assertThat(money.minorUnits()).isEqualTo(minorUnits);
        assertThat(money).hasToString(shown);
        assertThat(money.toBigDecimal()).isEqualByComparingTo(new BigDecimal(written));
    }

    @ParameterizedTest
    @CsvSource({
        "12.345, CNY, amount",
        "0.5, JPY, amount",
        "1.2345, KWD, amount",
        "-0.01, CNY, amount",
        "-1, JPY, amount",
        "92233720368547758.08, CNY, amount",
        "1e999999999, CNY, amount",
        "1e-999999999, CNY, amount",
        "1e2147483648, CNY, amount",
        "twelve, CNY, amount",
        "'12,34', CNY, amount",
        "'', CNY, amount",
        "' 12', CNY, amount",
        "NaN, CNY, amount",
        "0x10, CNY, amount",
        ", CNY, amount",
        "1, , currency",
        "1, CNX, currency",
        "1, cny, currency",
        "1, XXX, currency",
    })
    void whatIsNoAmountIsRefusedByName(String written, String currency, String field) {
        assertThatThrownBy(() -> Money.of(written, currency))
                .isInstanceOfSatisfying(
                        InvalidInputException.class, e -> assertThat(e.field()).isEqualTo(field));
    }

    @Test
    void negativeMinorUnitsAreRefusedWithTheirValue() {
        assertThatThrownBy(() -> Money.ofMinor(-5, "CNY"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("minorUnits = -5");
    }

    @Test
    void amountsOfOneCurrencyAreAddedSubtractedAndCompared() {
        Money a = Money.of("12.34", "CNY");
        Money b = Money.of("0.66", "CNY");

        assertThat(a.plus(b)).isEqualTo(Money.of("13", "CNY"));
        assertThat(a.minus(b)).isEqualTo(Money.of("11.68", "CNY"));
        assertThat(a.minus(a).isZero()).isTrue();
        assertThat(a.min(b)).isEqualTo(b);
        assertThat(a).isGreaterThan(b);
        assertThat(Money.zero(Currency.getInstance("CNY"))).isEqualTo(a.minus(a));
    }

    @Test
    void currenciesAreNeverMixed() {
        Money yuan = Money.of("1", "CNY");
        Money yen = Money.of("1", "JPY");

        assertThatThrownBy(() -> yuan.plus(yen)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> yuan.minus(yen)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> yuan.compareTo(yen)).isInstanceOf(InvalidInputException.class);
        assertThat(yuan).isNotEqualTo(yen);
    }

    @Test
    void sumsThatDoNotFitAndNegativeDifferencesAreRefused() {
        Money most = Money.ofMinor(Long.MAX_VALUE, "CNY");
        Money one = Money.ofMinor(1, "CNY");

        assertThatThrownBy(() -> most.plus(one)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> one.minus(most)).isInstanceOf(InvalidInputException.class);
    }
}
