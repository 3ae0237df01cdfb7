package com.couponengine.core.redemption;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.contract.LedgerReplay;
import com.couponengine.core.contract.Seed;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.Order;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import com.couponengine.core.template.ReleasePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Long random histories of one coupon: whatever is asked in whatever order, the rules keep it in one piece. */
final class RandomHistoryTest {
    private static final List<ReleasePolicy> POLICIES = List.of(ReleasePolicy.values());
    private static final int HISTORIES = 3_000;
    private static final int STEPS = 40;

    @Test
    void everyHistoryLeavesTheCouponInOnePiece() {
        Random random = new Random(Seed.printed("random histories"));
        for (int i = 0; i < HISTORIES; i++) {
            ReleasePolicy policy = POLICIES.get(random.nextInt(POLICIES.size()));
            Histories history = new Histories(Discount.amountOff("5.00", "CNY"), policy);
            Instant now = Histories.NOW;
            for (int step = 0; step < STEPS; step++) {
                now = now.plusSeconds(random.nextInt(150));
                RedemptionCommand command = command(random, history.coupon);
                Coupon before = history.coupon;
                List<Redemption> memories = history.redemptions();
                int events = history.ledger.size();

                RedemptionResult result = history.apply(command, now);

                if (!result.isDone() || result.replay()) {
                    assertThat(history.coupon)
                            .as("%s after %s", result, command)
                            .isEqualTo(before);
                    assertThat(history.redemptions()).isEqualTo(memories);
                    assertThat(history.ledger).hasSize(events);
                }
                check(history, command, result, now);
                repeat(history, command, result, now);
            }
        }
    }

    private static void check(Histories history, RedemptionCommand command, RedemptionResult result, Instant now) {
        Coupon coupon = history.coupon;
        LedgerReplay.assertExplains(history.ledger, coupon);
        long used = history.redemptions().stream()
                .filter(memory -> memory.state() == Redemption.State.REDEEMED)
                .count();
        assertThat(used)
                .as("one coupon, one order: %s", history.redemptions())
                .isEqualTo(coupon.state() == CouponState.REDEEMED ? 1 : 0);
        if (coupon.state() == CouponState.HELD) {
            assertThat(coupon.use().heldUntil()).isBeforeOrEqualTo(coupon.expiresAt());
        }
        boolean usedNow = result.status() == RedemptionStatus.REDEEMED && !result.replay();
        boolean heldNow = result.status() == RedemptionStatus.HELD && !result.replay();
        if (usedNow || heldNow) {
            assertThat(now).as("%s", command).isBefore(coupon.expiresAt());
        }
        assertThat(history.ledger).allSatisfy(event -> {
            if (event.type() == EventType.EXPIRED) {
                assertThat(event.at()).isEqualTo(coupon.expiresAt());
            }
        });
    }

    /** A command that was done is a replay at once, with the same answer. */
    private static void repeat(Histories history, RedemptionCommand command, RedemptionResult first, Instant now) {
        if (first.isDone() && !(command instanceof RedemptionCommand.Sweep)) {
            RedemptionResult again = history.apply(command, now);
            assertThat(again.replay()).as("%s again", command).isTrue();
            assertThat(again.status()).isEqualTo(first.status());
            assertThat(again.redemption()).isEqualTo(first.redemption());
        }
    }

    private static RedemptionCommand command(Random random, Coupon coupon) {
        String order = "order-" + random.nextInt(3);
        int attempt = 1 + random.nextInt(3);
        Order amount = Order.of(Money.of(random.nextBoolean() ? "20.00" : "3.00", "CNY"));
        return switch (random.nextInt(9)) {
            case 0 -> new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), order, attempt, amount);
            case 1, 2 ->
                new RedemptionCommand.Hold(
                        coupon.code(), null, order, attempt, amount, Duration.ofSeconds(1 + random.nextInt(300)));
            case 3 -> new RedemptionCommand.Confirm(coupon.code(), null, order, attempt);
            case 4, 5 ->
                new RedemptionCommand.Release(
                        coupon.code(), null, order, attempt, random.nextBoolean() ? null : ReleasePolicy.RETURN);
            case 6 ->
                new RedemptionCommand.Refund(
                        coupon.code(),
                        null,
                        order,
                        attempt,
                        "r" + random.nextInt(3),
                        List.of(new RedemptionCommand.Refund.Line(
                                Order.WHOLE, Money.ofMinor(1 + random.nextInt(1_000), "CNY"))));
            case 7 ->
                random.nextInt(8) == 0
                        ? new RedemptionCommand.VoidCoupon(coupon.code(), "Li Lei", "mistake", "v")
                        : new RedemptionCommand.Sweep(coupon.code());
            default -> new RedemptionCommand.Sweep(coupon.code());
        };
    }
}
