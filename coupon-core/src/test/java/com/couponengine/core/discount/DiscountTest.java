package com.couponengine.core.discount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.InvalidInputException.Mistake;
import com.couponengine.core.money.Money;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class DiscountTest {
    private static final Currency CNY = Currency.getInstance("CNY");

    private static Money yuan(String amount) {
        return Money.of(amount, "CNY");
    }

    private static void refused(ThrowingCallable call, String... fields) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        e -> assertThat(e.mistakes()).extracting(Mistake::field).containsExactly(fields));
    }

    @Test
    void aPercentageMayHaveACapAndALeastSpend() {
        Discount terms = Discount.percentOff("0.8", "CNY").atMost(yuan("30.00")).from(yuan("100.00"));

        assertThat(terms.on(yuan("100.00"))).isEqualTo(yuan("20.00"));
        assertThat(terms.on(yuan("150.00"))).isEqualTo(yuan("30.00"));
        assertThat(terms.on(yuan("150.01"))).isEqualTo(yuan("30.00"));
        assertThat(terms.minSpend()).isEqualTo(yuan("100.00"));
        assertThat(terms.currency()).isEqualTo(CNY);
    }

    @Test
    void termsThatMakeNoSenseAreRefusedWithEveryFieldNamed() {
        refused(() -> Discount.amountOff("0.00", "CNY"), "off");
        refused(() -> Discount.amountOff("-1", "CNY"), "amount");
        refused(() -> Discount.threshold("0", "0", "CNY"), "minSpend", "off");
        refused(() -> Discount.threshold("50.00", "50.01", "CNY"), "off");
        refused(() -> new Discount.ThresholdAmountOff(yuan("50.00"), Money.of("5", "JPY")), "off");
        refused(() -> new Discount.ThresholdAmountOff(null, null), "minSpend", "off");
        refused(() -> new Discount.AmountOff(null), "off");
        refused(() -> new Discount.PercentOff(null, null, null, null), "rate", "currency");
        refused(() -> Discount.percentOff("0.9", "CNY").atMost(Money.of("5", "JPY")), "maxDiscount");
        refused(() -> Discount.percentOff("0.9", "CNY").atMost(yuan("0")), "maxDiscount");
        refused(() -> Discount.percentOff("0.9", "CNY").from(Money.of("5", "JPY")), "minSpend");
        refused(() -> Discount.percentOff("0.9", "XXX"), "currency");
        refused(() -> Discount.percentOff(null, "CNY"), "rate");
    }

    @Test
    void equalTermsAreEqualHoweverTheyAreWritten() {
        assertThat(Discount.percentOff("0.90", "CNY")).isEqualTo(Discount.percentOff("0.9", "CNY"));
        assertThat(Discount.amountOff("5", "CNY")).isEqualTo(Discount.amountOff("5.00", "CNY"));
    }

    @Test
    void anotherCurrencyAndNothingCoveredHaveTheirOwnAnswers() {
        Discount terms = Discount.amountOff("5.00", "CNY");
        Order order = Order.of(yuan("10.00"));

        assertThat(Pricing.of(terms, Order.of(Money.of("10", "JPY")), line -> true))
                .isEqualTo(new Pricing.OtherCurrency());
        assertThat(Pricing.of(terms, order, line -> false)).isEqualTo(new Pricing.NothingEligible());
        assertThat(Pricing.of(terms, Order.of(yuan("0.00")), line -> true)).isEqualTo(new Pricing.NothingEligible());
    }

    @Test
    void onlyCoveredLinesCountForTheThresholdAndShareTheDiscount() {
        Discount terms = Discount.threshold("100.00", "30.00", "CNY");
        Order order = new Order(List.of(
                new OrderLine("a", yuan("60.00"), Map.of("category", "book")),
                new OrderLine("b", yuan("500.00"), Map.of("category", "food")),
                new OrderLine("c", yuan("40.00"), Map.of("category", "book"))));

        Pricing books =
                Pricing.of(terms, order, line -> "book".equals(line.attributes().get("category")));

        assertThat(((Pricing.Applies) books).allocation().shares())
                .containsExactly(
                        new Allocation.Share("a", yuan("60.00"), yuan("18.00")),
                        new Allocation.Share("b", yuan("500.00"), yuan("0.00")),
                        new Allocation.Share("c", yuan("40.00"), yuan("12.00")));
        assertThat(Pricing.of(terms, order, line -> line.id().equals("a")))
                .isEqualTo(new Pricing.BelowMinSpend(yuan("40.00")));
    }

    @Test
    void ordersThatMakeNoSenseAreRefused() {
        OrderLine line = new OrderLine("a", yuan("1.00"));
        refused(() -> new Order(null), "order.lines");
        refused(() -> new Order(List.of()), "order.lines");
        refused(() -> new Order(List.of(line, line)), "line.id");
        refused(() -> new Order(List.of(line, new OrderLine("b", Money.of("1", "JPY")))), "line.amount");
        refused(() -> new OrderLine("with blank", yuan("1.00")), "line.id");
        refused(() -> new OrderLine("", null), "line.id", "line.amount");
        refused(
                () -> new Order(IntStream.rangeClosed(0, 1_000)
                        .mapToObj(i -> new OrderLine("line-" + i, yuan("1.00")))
                        .toList()),
                "order.lines");
        refused(() -> new Order(List.of(line, new OrderLine("b", Money.ofMinor(Long.MAX_VALUE, "CNY")))), "amount");
    }
}
