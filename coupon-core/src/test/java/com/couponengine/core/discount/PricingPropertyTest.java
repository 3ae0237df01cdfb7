package com.couponengine.core.discount;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.contract.Seed;
import com.couponengine.core.money.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of every discount on every order, in currencies with 0, 2 and 3 decimals. */
final class PricingPropertyTest {
    private static final int ORDERS = 20_000;

    @ParameterizedTest
    @ValueSource(strings = {"JPY", "CNY", "KWD"})
    void theDiscountIsRightAndItsSharesAddUp(String currency) {
        Random random = new Random(Seed.printed("pricing in " + currency));
        for (int i = 0; i < ORDERS; i++) {
            Order order = order(random, currency);
            long coveredLines = random.nextLong() | (random.nextBoolean() ? -1L : 0);
            Discount terms = terms(random, currency);

            Pricing pricing = Pricing.of(terms, order, line -> isCovered(line, coveredLines));

            check(terms, order, coveredLines, pricing);
            assertThat(Pricing.of(terms, order, line -> isCovered(line, coveredLines)))
                    .as("again")
                    .isEqualTo(pricing);
        }
    }

    private static void check(Discount terms, Order order, long coveredLines, Pricing pricing) {
        long eligible = order.lines().stream()
                .filter(line -> isCovered(line, coveredLines))
                .mapToLong(line -> line.amount().minorUnits())
                .sum();
        Money minSpend = terms.minSpend();
        if (eligible == 0) {
            assertThat(pricing).isEqualTo(new Pricing.NothingEligible());
        } else if (minSpend != null && eligible < minSpend.minorUnits()) {
            assertThat(pricing)
                    .isEqualTo(
                            new Pricing.BelowMinSpend(new Money(minSpend.minorUnits() - eligible, order.currency())));
        } else {
            Allocation allocation = ((Pricing.Applies) pricing).allocation();
            long discount = allocation.discount().minorUnits();
            assertThat(discount).as("%s on %s", terms, eligible).isEqualTo(expected(terms, eligible));
            assertThat(discount).isBetween(0L, eligible);
            assertThat(allocation.paid().plus(allocation.discount())).isEqualTo(order.amount());
            checkShares(order, coveredLines, eligible, allocation);
        }
    }

    private static void checkShares(Order order, long coveredLines, long eligible, Allocation allocation) {
        BigDecimal part = BigDecimal.valueOf(allocation.discount().minorUnits())
                .divide(BigDecimal.valueOf(eligible), 40, RoundingMode.HALF_EVEN);
        long sum = 0;
        assertThat(allocation.shares()).hasSameSizeAs(order.lines());
        for (int i = 0; i < order.lines().size(); i++) {
            OrderLine line = order.lines().get(i);
            Allocation.Share share = allocation.shares().get(i);
            assertThat(share.lineId()).isEqualTo(line.id());
            assertThat(share.amount()).isEqualTo(line.amount());
            assertThat(share.discount()).isLessThanOrEqualTo(line.amount());
            if (isCovered(line, coveredLines)) {
                BigDecimal exact =
                        part.multiply(BigDecimal.valueOf(line.amount().minorUnits()));
                assertThat(exact.subtract(BigDecimal.valueOf(share.discount().minorUnits()))
                                .abs())
                        .as("share %s, exactly %s", share, exact)
                        .isLessThan(BigDecimal.ONE);
            } else {
                assertThat(share.discount().isZero()).isTrue();
            }
            sum += share.discount().minorUnits();
        }
        assertThat(sum).isEqualTo(allocation.discount().minorUnits());
    }

    /** The same by other arithmetic: whole numbers only. */
    private static long expected(Discount terms, long eligible) {
        if (terms instanceof Discount.ThresholdAmountOff off) {
            return Math.min(off.off().minorUnits(), eligible);
        }
        if (terms instanceof Discount.AmountOff off) {
            return Math.min(off.off().minorUnits(), eligible);
        }
        Discount.PercentOff percent = (Discount.PercentOff) terms;
        long offMillionths = 1_000_000 - percent.rate().movePointRight(6).longValueExact();
        long rounded = (eligible * offMillionths + 500_000) / 1_000_000;
        Money cap = percent.maxDiscount();
        return Math.min(eligible, cap == null ? rounded : Math.min(rounded, cap.minorUnits()));
    }

    private static boolean isCovered(OrderLine line, long coveredLines) {
        return (coveredLines >> Integer.parseInt(line.id()) & 1) == 1;
    }

    private static Order order(Random random, String currency) {
        List<OrderLine> lines = new ArrayList<>();
        int count = 1 + random.nextInt(random.nextInt(10) == 0 ? 60 : 5);
        for (int i = 0; i < count; i++) {
            lines.add(new OrderLine(Integer.toString(i), Money.ofMinor(amount(random), currency)));
        }
        return new Order(lines);
    }

    /** Often small, sometimes zero, seldom large. */
    private static long amount(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt(3);
            case 1 -> random.nextInt(100);
            case 5 -> random.nextInt(1_000_000_000);
            default -> random.nextInt(50_000);
        };
    }

    private static Discount terms(Random random, String currency) {
        Money some = Money.ofMinor(1 + amount(random), currency);
        Money more = some.plus(Money.ofMinor(amount(random), currency));
        return switch (random.nextInt(3)) {
            case 0 -> new Discount.ThresholdAmountOff(more, some);
            case 1 -> new Discount.AmountOff(some);
            default -> {
                BigDecimal rate = BigDecimal.valueOf(1 + random.nextInt(999_999), 6);
                Discount.PercentOff percent = Discount.percentOff(rate.toPlainString(), currency);
                percent = random.nextBoolean() ? percent.atMost(some) : percent;
                yield random.nextBoolean() ? percent.from(more) : percent;
            }
        };
    }
}
