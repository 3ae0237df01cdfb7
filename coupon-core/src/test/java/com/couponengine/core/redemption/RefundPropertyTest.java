package com.couponengine.core.redemption;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.contract.Seed;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Allocation;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.Order;
import com.couponengine.core.discount.OrderLine;
import com.couponengine.core.money.Money;
import com.couponengine.core.template.ReleasePolicy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of every sequence of partial refunds, in currencies with 0, 2 and 3 decimals. */
final class RefundPropertyTest {
    private static final int ORDERS = 3_000;

    private static Order order(Random random, String currency) {
        List<OrderLine> lines = new ArrayList<>();
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            long amount = random.nextInt(4) == 0 ? random.nextInt(4) : random.nextInt(30_000);
            lines.add(new OrderLine("line-" + i, Money.ofMinor(i == 0 ? amount + 1 : amount, currency)));
        }
        return new Order(lines);
    }

    private static Discount terms(Random random, Order order) {
        String currency = order.currency().getCurrencyCode();
        if (random.nextBoolean()) {
            return Discount.percentOff(
                    BigDecimal.valueOf(1 + random.nextInt(999), 3).toPlainString(), currency);
        }
        return new Discount.AmountOff(
                Money.ofMinor(1 + random.nextLong(2 * order.amount().minorUnits()), currency));
    }

    private static RedemptionCommand.Redeem redeem(Histories history, Order order) {
        return new RedemptionCommand.Redeem(history.coupon.code(), null, "A", 1, order);
    }

    private static RedemptionCommand.Refund refund(
            Histories history, String refundId, List<RedemptionCommand.Refund.Line> lines) {
        return new RedemptionCommand.Refund(history.coupon.code(), null, "A", 1, refundId, lines);
    }

    @ParameterizedTest
    @ValueSource(strings = {"JPY", "CNY", "KWD"})
    void refundsNeverExceedWhatWasPaidAndEndUpWithAllOfIt(String currency) {
        Random random = new Random(Seed.printed("refunds in " + currency));
        for (int i = 0; i < ORDERS; i++) {
            Order order = order(random, currency);
            Histories history = new Histories(terms(random, order), ReleasePolicy.RETURN);
            Allocation given = Objects.requireNonNull(
                            history.apply(redeem(history, order), Histories.NOW).redemption())
                    .allocation();
            Map<String, Long> left = new HashMap<>();
            given.shares()
                    .forEach(share -> left.put(share.lineId(), share.amount().minorUnits()));
            long paidBack = 0;
            long takenOff = 0;
            int number = 0;
            while (left.values().stream().anyMatch(amount -> amount > 0)) {
                List<RedemptionCommand.Refund.Line> lines = part(random, left, currency);
                RedemptionResult result = history.apply(refund(history, "r" + number, lines), Histories.NOW);
                assertThat(result.status()).isEqualTo(RedemptionStatus.REFUNDED);
                Redemption.Refund refund =
                        result.redemption().refund("r" + number).orElseThrow();
                paidBack += refund.paidBack().minorUnits();
                takenOff += refund.discount().minorUnits();
                assertThat(paidBack).isLessThanOrEqualTo(given.paid().minorUnits());
                assertThat(takenOff).isLessThanOrEqualTo(given.discount().minorUnits());
                number++;
            }
            assertThat(paidBack)
                    .as("%s of %s", history.ledger, given)
                    .isEqualTo(given.paid().minorUnits());
            assertThat(takenOff).isEqualTo(given.discount().minorUnits());
            assertThat(history.coupon.state()).isEqualTo(CouponState.AVAILABLE);
        }
    }

    /** Some lines, each with a part of what is left of it, or all. */
    private static List<RedemptionCommand.Refund.Line> part(Random random, Map<String, Long> left, String currency) {
        List<RedemptionCommand.Refund.Line> lines = new ArrayList<>();
        while (lines.isEmpty()) {
            for (Map.Entry<String, Long> line : left.entrySet()) {
                if (line.getValue() > 0 && random.nextBoolean()) {
                    long amount = random.nextInt(3) == 0 ? line.getValue() : 1 + random.nextLong(line.getValue());
                    lines.add(new RedemptionCommand.Refund.Line(line.getKey(), Money.ofMinor(amount, currency)));
                    line.setValue(line.getValue() - amount);
                }
            }
        }
        return lines;
    }

    @Test
    void aRefundIsTakenFromWhatWasPaidNotFromTheListPrice() { // B46
        Histories history = new Histories(Discount.percentOff("0.9", "CNY"), ReleasePolicy.RETURN);
        Order order = new Order(List.of(new OrderLine("three", Money.of("300.00", "CNY"))));
        RedemptionResult redeemed = history.apply(redeem(history, order), Histories.NOW);
        assertThat(redeemed.redemption().allocation().paid()).isEqualTo(Money.of("270.00", "CNY"));

        RedemptionResult refunded = history.apply(
                refund(history, "r1", List.of(new RedemptionCommand.Refund.Line("three", Money.of("200.00", "CNY")))),
                Histories.NOW);

        assertThat(refunded.redemption().refund("r1").orElseThrow().paidBack()).isEqualTo(Money.of("180.00", "CNY"));
    }

    @Test
    void aLineRefundedUnitByUnitGivesBackExactlyItsPrice() {
        Histories history = new Histories(Discount.amountOff("0.10", "CNY"), ReleasePolicy.RETURN);
        history.apply(redeem(history, Order.of(Money.of("0.30", "CNY"))), Histories.NOW);
        long sum = 0;
        for (int i = 0; i < 30; i++) {
            Money back = history.apply(
                            refund(
                                    history,
                                    "r" + i,
                                    List.of(new RedemptionCommand.Refund.Line(Order.WHOLE, Money.of("0.01", "CNY")))),
                            Histories.NOW)
                    .redemption()
                    .refund("r" + i)
                    .orElseThrow()
                    .paidBack();
            assertThat(back.minorUnits()).isBetween(0L, 1L);
            sum += back.minorUnits();
        }
        assertThat(sum).isEqualTo(20);
    }
}
