package com.couponengine.core.engine;

import static com.couponengine.core.engine.EngineInMemory.order;
import static com.couponengine.core.engine.EngineInMemory.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Order;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.memory.InMemoryInFlightGuard;
import com.couponengine.core.redeem.InFlightGuard;
import com.couponengine.core.redemption.OrderAttempt;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Steps that are carried out together, under an in-flight guard. */
@Timeout(60)
final class TogetherInFlightTest {
    private static final Order ORDER = order("100.00");
    private static final OrderAttempt MINE = OrderAttempt.of("order-1").ofUser(7);

    private final EngineInMemory host = new EngineInMemory();
    private final WatchedGuard guard = new WatchedGuard(new InMemoryInFlightGuard(host.clock));
    private final CouponEngine engine = guarded(LineScope.WHOLE_ORDER);
    private final CountDownLatch committed = new CountDownLatch(1);
    /** The lower and the higher code. */
    private List<String> codes;

    @BeforeEach
    void grab() {
        codes = Stream.of("a", "b")
                .map(request -> host.engine
                        .grab(
                                7,
                                host.published(spec().discount(Discount.amountOff("5.00", "CNY"))
                                        .stackingGroup("g")),
                                request)
                        .coupon()
                        .code()
                        .toString())
                .sorted()
                .toList();
    }

    @AfterEach
    void noLeaseIsLeft() {
        committed.countDown();
        await().untilAsserted(() -> assertThat(guard.held).isEmpty());
        engine.close();
        host.close();
    }

    private CouponEngine guarded(LineScope scope) {
        return guarded(scope, Duration.ofMinutes(1));
    }

    private CouponEngine guarded(LineScope scope, Duration callLimit) {
        EngineOptions options = EngineInMemory.options().callLimit(callLimit).build();
        return CouponEngine.builder()
                .repository(host.repository)
                .gate(host.gate)
                .time(host.clock)
                .inFlightGuard(guard)
                .lineScope(scope)
                .options(options)
                .build();
    }

    private List<RedemptionCommand.Redeem> click(String... inOrder) {
        return Stream.of(inOrder).map(code -> MINE.redeem(code, ORDER)).toList();
    }

    private List<RedemptionCommand.Redeem> click() {
        return click(codes.get(0), codes.get(1));
    }

    private static void are(RedemptionStatus status, List<RedemptionResult> answers) {
        assertThat(answers).extracting(RedemptionResult::status).containsExactly(status, status);
    }

    @Test
    void theSecondClickIsToldInAllStepsThatTheFirstIsUnderWay() {
        try (CouponEngine slow = guarded((template, line) -> {
            try {
                committed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return true;
        })) {
            CompletableFuture<List<RedemptionResult>> first =
                    CompletableFuture.supplyAsync(() -> slow.applyTogether(click()));
            await().until(() -> guard.held.size() == 2);

            try {
                are(RedemptionStatus.IN_FLIGHT, slow.applyTogether(click()));
                are(RedemptionStatus.IN_FLIGHT, engine.applyTogether(click()));
                are(RedemptionStatus.IN_FLIGHT, engine.applyTogether(click(codes.get(1), codes.get(0))));
                for (RedemptionCommand step : click()) {
                    assertThat(engine.apply(step).status()).isEqualTo(RedemptionStatus.IN_FLIGHT);
                }
            } finally {
                committed.countDown();
            }
            are(RedemptionStatus.REDEEMED, first.join());
            await().until(() -> engine.applyTogether(click()).stream().allMatch(RedemptionResult::replay));
        }
    }

    @Test
    void oneStepUnderWayKeepsAllFromStartingAndWhatWasTakenForTheOthersIsGivenBack() {
        for (int busy : new int[] {0, 1}) {
            String key = codes.get(busy) + ":1:order-1";
            assertThat(guard.enter(key, "another call", Duration.ofMinutes(1))).isTrue();

            are(RedemptionStatus.IN_FLIGHT, engine.applyTogether(click()));
            are(RedemptionStatus.IN_FLIGHT, engine.applyTogether(click(codes.get(1), codes.get(0))));

            await().untilAsserted(() -> assertThat(guard.held).containsExactly(key));
            guard.leave(key, "another call");
        }
        assertThat(host.engine.quote(7, ORDER).usable()).hasSize(2);
        are(RedemptionStatus.REDEEMED, engine.applyTogether(click()));
    }

    @Test
    void leasesAreTakenInTheSameOrderWhateverTheOrderOfTheSteps() {
        engine.applyTogether(click(codes.get(1), codes.get(0)));
        List<String> once = List.copyOf(guard.asked);
        await().until(() -> guard.held.isEmpty());
        guard.asked.clear();
        engine.applyTogether(click());

        assertThat(guard.asked).isEqualTo(once).hasSize(2);
    }

    @Test
    void aHostThatDiedWithTheLeasesBlocksTheOrderNoLongerThanACall() {
        for (String code : codes) {
            assertThat(guard.real.enter(code + ":1:order-1", "the dead host", Duration.ofMinutes(1)))
                    .isTrue();
        }
        are(RedemptionStatus.IN_FLIGHT, engine.applyTogether(click()));
        host.clock.advance(Duration.ofMinutes(1));
        are(RedemptionStatus.REDEEMED, engine.applyTogether(click()));
    }

    @Test
    void stepsThatAreRefusedGiveTheirLeasesBack() {
        assertThat(engine.redeem(7, codes.get(0), "order-2", ORDER).isDone()).isTrue();
        guard.asked.clear();

        assertThat(engine.applyTogether(click()))
                .extracting(RedemptionResult::status)
                .containsExactly(RedemptionStatus.ALREADY_REDEEMED, RedemptionStatus.NOT_TOGETHER);
        assertThat(guard.asked).hasSize(2);
    }

    @Test
    void aGuardThatFailsHalfWayIsLeftOut() {
        guard.before = key -> {
            if (guard.asked.size() == 2) {
                throw new StoreUnavailableException("no guard");
            }
        };
        are(RedemptionStatus.REDEEMED, engine.applyTogether(click()));
        assertThat(guard.asked).hasSize(2);
    }

    @Test
    void aGuardThatThrowsWhatItMustNotHoldsUpNobodyElse() {
        guard.before = key -> {
            if (guard.asked.size() == 2) {
                throw new IllegalStateException("a fault of the host's guard");
            }
        };
        assertThatThrownBy(() -> engine.applyTogether(click())).isInstanceOf(IllegalStateException.class);
        assertThat(host.engine.quote(7, ORDER).usable()).hasSize(2);
    }

    @Test
    void aGuardThatIsSlowIsNotAskedBeyondTheCallLimit() {
        Duration limit = Duration.ofMillis(50);
        guard.before = key -> {
            long start = System.nanoTime();
            while (System.nanoTime() - start <= limit.toNanos()) {
                Thread.onSpinWait();
            }
        };
        try (CouponEngine hasty = guarded(LineScope.WHOLE_ORDER, limit)) {
            assertThat(hasty.applyTogether(click())).noneMatch(RedemptionResult::isDone);
            assertThat(guard.asked).hasSize(1);
            await().untilAsserted(() -> assertThat(guard.held).isEmpty());
        }
    }

    @Test
    void stepsThatGiveBackDoNotAskTheGuard() {
        are(RedemptionStatus.REDEEMED, engine.applyTogether(click()));
        guard.asked.clear();
        are(
                RedemptionStatus.RELEASED,
                engine.applyTogether(codes.stream().map(MINE::release).toList()));
        assertThat(guard.asked).isEmpty();
    }

    @Test
    void everyStepMustNameTheUserBeforeAnythingIsAsked() {
        EngineInMemory.Stored before = host.stored();
        OrderAttempt anybody = OrderAttempt.of("order-1");
        List<RedemptionCommand.Redeem> unnamed =
                codes.stream().map(code -> anybody.redeem(code, ORDER)).toList();
        List<RedemptionCommand.Redeem> one = click();
        for (List<RedemptionCommand.Redeem> steps : List.of(
                unnamed,
                List.of(one.get(0), unnamed.get(1)),
                List.of(unnamed.get(0), one.get(1)),
                List.of(unnamed.get(0)))) {
            assertThatThrownBy(() -> engine.applyTogether(steps))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("userId = null: must be given in all steps");
        }
        assertThat(guard.asked).isEmpty();
        assertThat(host.stored()).isEqualTo(before);
    }

    /** Writes down what it is asked and which leases were not given back. */
    private static final class WatchedGuard implements InFlightGuard {
        final List<String> asked = new CopyOnWriteArrayList<>();
        final Set<String> held = ConcurrentHashMap.newKeySet();
        volatile Consumer<String> before = key -> {};
        private final InFlightGuard real;

        WatchedGuard(InFlightGuard real) {
            this.real = real;
        }

        @Override
        public boolean enter(String key, String token, Duration lease) {
            asked.add(key);
            before.accept(key);
            boolean taken = real.enter(key, token, lease);
            if (taken) {
                held.add(key);
            }
            return taken;
        }

        @Override
        public void leave(String key, String token) {
            real.leave(key, token);
            held.remove(key);
        }
    }
}
