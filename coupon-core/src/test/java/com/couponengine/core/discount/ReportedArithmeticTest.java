package com.couponengine.core.discount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.money.Money;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums that other systems were reported to get wrong, with the right ones. */
final class ReportedArithmeticTest {

    private static Order order(String currency, String... amounts) {
        List<OrderLine> lines = new ArrayList<>();
        for (int i = 0; i < amounts.length; i++) {
            lines.add(new OrderLine("line-" + i, Money.of(amounts[i], currency)));
        }
        return new Order(lines);
    }

    private static Allocation applied(Discount discount, Order order) {
        Pricing pricing = Pricing.of(discount, order, line -> true);
        assertThat(pricing).isInstanceOf(Pricing.Applies.class);
        return ((Pricing.Applies) pricing).allocation();
    }

    private static void assertPays(Discount discount, Order order, String off, String paid) {
        Allocation allocation = applied(discount, order);
        String currency = order.currency().getCurrencyCode();
        assertThat(allocation.discount()).isEqualTo(Money.of(off, currency));
        assertThat(allocation.paid()).isEqualTo(Money.of(paid, currency));
        assertThat(allocation.orderAmount()).isEqualTo(order.amount());
    }

    private static void assertShares(Allocation allocation, String... shares) {
        String currency = allocation.discount().currency().getCurrencyCode();
        assertThat(allocation.shares())
                .extracting(Allocation.Share::discount)
                .isEqualTo(Arrays.stream(shares)
                        .map(share -> Money.of(share, currency))
                        .toList());
    }

    @Test
    void aDiscountIsNeverMoreThanTheOrder() { // B48, B49
        assertPays(Discount.amountOff("1000.00", "CNY"), order("CNY", "176.00"), "176.00", "0.00");
        assertPays(Discount.amountOff("1000.00", "CNY"), order("CNY", "100.00", "76.00"), "176.00", "0.00");
    }

    @Test
    void sharesOfLinesAddUpToTheDiscount() { // B51, B62
        assertShares(
                applied(Discount.amountOff("10.00", "CNY"), order("CNY", "10.00", "10.00", "10.00")),
                "3.34",
                "3.33",
                "3.33");
    }

    @Test
    void whatIsShownIsWhatIsPaid() { // B53
        assertPays(Discount.percentOff("0.85", "USD"), order("USD", "34.90"), "5.24", "29.66");
    }

    @ParameterizedTest
    @CsvSource({"0.50, 0.08, 0.42", "1.00, 0.15, 0.85", "1.50, 0.23, 1.27"})
    void aPercentageIsRoundedHalfUpOnTheDiscount(String amount, String off, String paid) { // B55
        assertPays(Discount.percentOff("0.85", "CNY"), order("CNY", amount), off, paid);
    }

    @Test
    void aPercentageIsRoundedOnceOnTheOrder() { // B56
        String[] ten = new String[10];
        Arrays.fill(ten, "1.62");
        assertPays(Discount.percentOff("0.9", "CNY"), order("CNY", ten), "1.62", "14.58");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.1", "0", "0.0", "1", "1.0", "1.1", "110", "0.1234567", "nine", ""})
    void aRateOutsideOfZeroToOneIsRefused(String rate) { // B57
        assertThatThrownBy(() -> Discount.percentOff(rate, "CNY"))
                .isInstanceOfSatisfying(
                        InvalidInputException.class, e -> assertThat(e.field()).isEqualTo("rate"));
    }

    @Test
    void minorUnitsAreTheCurrencysOwn() { // B59
        assertPays(Discount.amountOff("275", "JPY"), order("JPY", "1000"), "275", "725");
        assertPays(Discount.amountOff("1.234", "KWD"), order("KWD", "2.000"), "1.234", "0.766");
        assertThatThrownBy(() -> Discount.amountOff("275.5", "JPY")).isInstanceOf(InvalidInputException.class);
        assertPays(Discount.percentOff("0.9", "JPY"), order("JPY", "275"), "28", "247");
        assertPays(Discount.percentOff("0.9", "KWD"), order("KWD", "0.275"), "0.028", "0.247");
    }

    @Test
    void aThresholdIsCheckedWithTheOrderAsItIsNow() { // B61
        Discount terms = Discount.threshold("300.00", "50.00", "CNY");

        assertPays(terms, order("CNY", "500.00"), "50.00", "450.00");
        assertPays(terms, order("CNY", "300.00"), "50.00", "250.00");
        assertThat(Pricing.of(terms, order("CNY", "50.00"), line -> true))
                .isEqualTo(new Pricing.BelowMinSpend(Money.of("250.00", "CNY")));
        assertThat(Pricing.of(terms, order("CNY", "299.99"), line -> true))
                .isEqualTo(new Pricing.BelowMinSpend(Money.of("0.01", "CNY")));
    }

    @Test
    void threeTimesTwelveThirtyFourIsThirtySevenAndTwoCents() { // B96
        Money use = applied(Discount.amountOff("12.34", "CNY"), order("CNY", "100.00"))
                .discount();

        Money sum = use.plus(use).plus(use);

        assertThat(sum).isEqualTo(Money.of("37.02", "CNY"));
        assertThat(sum.minorUnits()).isEqualTo(3_702);
        assertThat(sum).hasToString("37.02 CNY");
    }

    @Test
    void ratesKeepTheirDigits() {
        assertPays(Discount.percentOff("0.975", "CNY"), order("CNY", "200.00"), "5.00", "195.00");
        assertPays(Discount.percentOff("0.999999", "CNY"), order("CNY", "10000.00"), "0.01", "9999.99");
        assertPays(Discount.percentOff("0.000001", "CNY"), order("CNY", "1.00"), "1.00", "0.00");
    }
}
