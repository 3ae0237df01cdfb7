package com.couponengine.core.engine;

import static com.couponengine.core.engine.EngineInMemory.order;
import static com.couponengine.core.engine.EngineInMemory.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Order;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.memory.InMemoryInFlightGuard;
import com.couponengine.core.money.Money;
import com.couponengine.core.quote.Quote;
import com.couponengine.core.redeem.InFlightGuard;
import com.couponengine.core.redemption.OrderAttempt;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.wallet.WalletQuery;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an order service asks of the engine. */
final class OrderServiceTest {
    private final EngineInMemory host = new EngineInMemory();
    private final CouponEngine engine = host.engine;
    private int grabs;

    @AfterEach
    void close() {
        host.close();
    }

    private Coupon coupon(Discount discount, String group) {
        long template = host.published(spec().discount(discount).stackingGroup(group));
        return engine.grab(7, template, "grab-" + ++grabs).coupon();
    }

    private Coupon coupon() {
        return engine.grab(7, host.published(spec()), "grab-" + ++grabs).coupon();
    }

    @Test
    void aQuotedCombinationIsRedeemedTogetherAsQuoted() {
        coupon();
        coupon(Discount.percentOff("0.9", "CNY"), "g");
        coupon(Discount.amountOff("15.00", "CNY"), "g");
        Order order = order("100.00");

        Quote quote = engine.quote(7, order);
        Quote.Combination best = quote.best();
        OrderAttempt attempt = OrderAttempt.of("order-1").ofUser(7);
        List<RedemptionResult> results = engine.applyTogether(best.coupons().stream()
                .map(usable -> attempt.redeem(usable.coupon().code().toString(), order))
                .toList());

        assertThat(quote.usable()).hasSize(3);
        assertThat(best.discount()).isEqualTo(Money.of("25.00", "CNY"));
        assertThat(results).allMatch(RedemptionResult::isDone);
        assertThat(results)
                .extracting(RedemptionResult::discount)
                .isEqualTo(best.coupons().stream().map(Quote.Usable::discount).toList());
        assertThat(engine.quote(7, "order-1", order).usable()).hasSize(1);
    }

    @Test
    void wrongInputIsNamedBeforeAnythingHappens() {
        assertThatThrownBy(() -> engine.quote(0, order("1.00")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("userId");
        assertThatThrownBy(() -> engine.quote(7, " ", order("1.00")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("orderId");
        assertThatThrownBy(() -> OrderAttempt.of("A").number(0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("attempt");
        assertThatThrownBy(() -> engine.applyTogether(List.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("steps");
        Coupon mine = coupon();
        Coupon yours = engine.grab(8, host.published(spec()), "r").coupon();
        OrderAttempt attempt = OrderAttempt.of("A");
        assertThatThrownBy(() -> engine.applyTogether(List.of(
                        attempt.redeem(mine.code().toString(), order("100.00")),
                        attempt.redeem(yours.code().toString(), order("100.00")))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("code");
    }

    @Test
    void stepsThatAreNotOfOneOrderAndOneUserAreNotCarriedOutTogether() {
        String one = coupon().code().toString();
        String other = coupon().code().toString();
        String sameTable = engine.grab(7 + CouponCode.TABLES, host.published(spec()), "r")
                .coupon()
                .code()
                .toString();
        OrderAttempt mine = OrderAttempt.of("A").ofUser(7);
        Order order = order("100.00");

        notTogether(
                "orderId",
                mine.redeem(one, order),
                OrderAttempt.of("B").ofUser(7).redeem(other, order));
        notTogether(
                "userId",
                mine.redeem(one, order),
                OrderAttempt.of("A").ofUser(7 + CouponCode.TABLES).redeem(sameTable, order));
        notTogether("code", mine.redeem(one, order), mine.redeem(one, order));
        assertThat(engine.quote(7, order).usable()).hasSize(2);
    }

    private void notTogether(String field, RedemptionCommand.OfOrder... steps) {
        assertThatThrownBy(() -> engine.applyTogether(List.of(steps)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(field);
    }

    @Test
    void theCodeAloneRedeemsAndTheOwnerIsCheckedWhenGiven() {
        String code = coupon().code().toString();
        OrderAttempt attempt = OrderAttempt.of("order-1");
        assertThat(engine.apply(attempt.ofUser(8).redeem(code, order("100.00"))).status())
                .isEqualTo(RedemptionStatus.UNKNOWN_COUPON);
        assertThat(engine.apply(attempt.redeem(code, order("100.00"))).status()).isEqualTo(RedemptionStatus.REDEEMED);
        assertThat(engine.apply(attempt.ofUser(7).redeem(code, order("100.00"))).replay())
                .isTrue();
    }

    @Test
    void aDeclinedCardIsPaidAgainWithTheNextAttempt() {
        String code = coupon().code().toString();
        OrderAttempt first = OrderAttempt.of("order-1").ofUser(7);
        OrderAttempt second = first.number(2);
        assertThat(engine.apply(first.hold(code, order("100.00"), Duration.ofMinutes(5)))
                        .status())
                .isEqualTo(RedemptionStatus.HELD);
        assertThat(engine.apply(first.release(code)).status()).isEqualTo(RedemptionStatus.RELEASED);
        assertThat(engine.apply(first.hold(code, order("100.00"), Duration.ofMinutes(5)))
                        .status())
                .isEqualTo(RedemptionStatus.ATTEMPT_RELEASED);
        assertThat(engine.apply(second.hold(code, order("100.00"), Duration.ofMinutes(5)))
                        .status())
                .isEqualTo(RedemptionStatus.HELD);
        assertThat(engine.apply(second.confirm(code)).status()).isEqualTo(RedemptionStatus.REDEEMED);
        List<RedemptionCommand.Refund.Line> all =
                List.of(new RedemptionCommand.Refund.Line(Order.WHOLE, Money.of("100.00", "CNY")));
        assertThat(engine.apply(second.refund(code, "refund-1", all)).status()).isEqualTo(RedemptionStatus.REFUNDED);
        assertThat(engine.coupons()
                        .find(second.release(code).code())
                        .orElseThrow()
                        .state())
                .isEqualTo(CouponState.AVAILABLE);
    }

    @Test
    void aWalletIsReadPageByPage() {
        for (int i = 0; i < 5; i++) {
            coupon();
            host.clock.advance(Duration.ofSeconds(1));
        }
        WalletQuery query = WalletQuery.of(7, WalletQuery.View.UNUSED, 2);
        List<Coupon> first = engine.coupons().wallet(query);
        List<Coupon> second = engine.coupons().wallet(query.after(first.get(1)));
        List<Coupon> third = engine.coupons().wallet(query.after(second.get(1)));

        assertThat(first).hasSize(2);
        assertThat(second).hasSize(2);
        assertThat(third).hasSize(1);
        assertThat(first.get(0).requestId()).isEqualTo("grab-5");
        assertThat(third.get(0).requestId()).isEqualTo("grab-1");
        assertThat(engine.coupons().wallet(query.after(third.get(0)))).isEmpty();
        assertThat(engine.coupons().wallet(query.soonestExpiringFirst())).hasSize(2);
    }

    // --- the guard

    private CouponEngine guarded(InFlightGuard guard) {
        return CouponEngine.builder()
                .repository(host.repository)
                .gate(host.gate)
                .time(host.clock)
                .inFlightGuard(guard)
                .options(EngineInMemory.options().build())
                .build();
    }

    /** Covers every line, but says so only when the latch is open. */
    private static LineScope onceOpen(CountDownLatch latch) {
        return (template, line) -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return true;
        };
    }

    @Test
    void theSecondClickIsToldThatTheFirstIsUnderWay() {
        Coupon coupon = coupon();
        CountDownLatch committed = new CountDownLatch(1);
        InMemoryInFlightGuard leases = new InMemoryInFlightGuard(host.clock);
        RedemptionCommand click =
                OrderAttempt.of("order-1").redeem(coupon.code().toString(), order("100.00"));
        try (CouponEngine slow = CouponEngine.builder()
                        .repository(host.repository)
                        .gate(host.gate)
                        .time(host.clock)
                        .inFlightGuard(leases)
                        .lineScope(onceOpen(committed))
                        .options(EngineInMemory.options()
                                .callLimit(Duration.ofMinutes(1))
                                .build())
                        .build();
                CouponEngine other = guarded(leases)) {
            CompletableFuture<RedemptionResult> first = slow.applyAsync(click);

            assertThat(slow.apply(click)).isEqualTo(RedemptionResult.of(RedemptionStatus.IN_FLIGHT));
            assertThat(other.apply(click)).isEqualTo(RedemptionResult.of(RedemptionStatus.IN_FLIGHT));

            committed.countDown();
            assertThat(first.join().status()).isEqualTo(RedemptionStatus.REDEEMED);
            await().until(() -> other.apply(click).replay());
        }
    }

    @Test
    void anAsynchronousStepIsAnsweredAtTheCallLimitThoughTheLaneStandsStill() {
        Coupon coupon = coupon();
        CountDownLatch goesOn = new CountDownLatch(1);
        try (CouponEngine slow = CouponEngine.builder()
                .repository(host.repository)
                .gate(host.gate)
                .time(host.clock)
                .lineScope(onceOpen(goesOn))
                .options(EngineInMemory.options()
                        .callLimit(Duration.ofMillis(100))
                        .build())
                .build()) {
            CompletableFuture<RedemptionResult> answer = slow.applyAsync(
                    OrderAttempt.of("order-1").redeem(coupon.code().toString(), order("100.00")));
            try {
                assertThat(answer)
                        .succeedsWithin(Duration.ofSeconds(30))
                        .extracting(RedemptionResult::status)
                        .isEqualTo(RedemptionStatus.OUTCOME_UNKNOWN);
            } finally {
                goesOn.countDown();
            }
        }
        assertThat(host.engine
                        .redeem(coupon.userId(), coupon.code().toString(), "order-1", order("100.00"))
                        .status())
                .isEqualTo(RedemptionStatus.REDEEMED);
    }

    // B31, B34
    @Test
    void aHostThatDiedBetweenLeaseAndCommitBlocksTheOrderNoLongerThanACall() {
        Coupon coupon = coupon();
        InMemoryInFlightGuard leases = new InMemoryInFlightGuard(host.clock);
        RedemptionCommand click =
                OrderAttempt.of("order-1").redeem(coupon.code().toString(), order("100.00"));
        Duration callLimit = EngineInMemory.options().build().callLimit();
        leases.enter(coupon.code() + ":1:order-1", "the dead host", callLimit);
        try (CouponEngine other = guarded(leases)) {
            assertThat(other.apply(click).status()).isEqualTo(RedemptionStatus.IN_FLIGHT);
            host.clock.advance(callLimit);
            assertThat(other.apply(click).status()).isEqualTo(RedemptionStatus.REDEEMED);
        }
    }

    @Test
    void aGuardThatCannotBeReachedIsLeftOut() {
        Coupon coupon = coupon();
        InFlightGuard broken = new InFlightGuard() {
            @Override
            public boolean enter(String key, String token, Duration lease) {
                throw new StoreUnavailableException("no guard");
            }

            @Override
            public void leave(String key, String token) {
                throw new StoreUnavailableException("no guard");
            }
        };
        try (CouponEngine other = guarded(broken)) {
            assertThat(other.redeem(7, coupon.code().toString(), "order-1", order("100.00"))
                            .status())
                    .isEqualTo(RedemptionStatus.REDEEMED);
        }
    }
}
