package com.couponengine.core.engine;

import static com.couponengine.core.engine.EngineInMemory.EXPIRY;
import static com.couponengine.core.engine.EngineInMemory.START;
import static com.couponengine.core.engine.EngineInMemory.order;
import static com.couponengine.core.engine.EngineInMemory.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.contract.Race;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.massissue.MassIssueChunk;
import com.couponengine.core.memory.InMemoryInFlightGuard;
import com.couponengine.core.metrics.EngineFigures;
import com.couponengine.core.redemption.OrderAttempt;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.IssueStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an engine counts is what its callers were told, and what its repairs did. */
@Timeout(60)
class FiguresTest {
    private final EngineInMemory host = new EngineInMemory();
    private final CouponEngine engine = host.engine;
    private final EngineFigures figures = engine.figures();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);

    @AfterEach
    void close() {
        goesOn.countDown();
        host.close();
    }

    @Test
    void anEngineThatHasDoneNothingHasCountedNothing() {
        assertThat(grabs(figures)).isEmpty();
        assertThat(redemptions(figures)).isEmpty();
        assertThat(others(figures)).containsOnly(0L);
    }

    @Test
    void grabsOfSixtyFourThreadsAreCountedWithWhatEachWasTold() {
        long template = host.published(spec().total(300));
        List<GrabStatus> told = race(thread -> {
            List<GrabStatus> mine = new ArrayList<>();
            for (int i = 0; i < 20; i++) { // half of the users come twice
                long user = 1L + (thread * 20 + i) % 640;
                mine.add(engine.grab(user, template, "r" + thread / 48).status());
            }
            return mine;
        });
        assertThat(grabs(figures)).isEqualTo(counted(GrabStatus.class, told));
        assertThat(total(grabs(figures))).isEqualTo(64 * 20);
        assertThat(figures.grabs(GrabStatus.GRANTED)).isEqualTo(300);
        assertThat(figures.issuedCoupons()).isEqualTo(300);
        assertThat(figures.issueBatches()).isBetween(1L, 64L * 20);
        assertThat(figures.waitingGrabs()).isZero();
    }

    @Test
    void grabsThatNobodyWaitsForAreCountedWhenTheyAreAnswered() {
        long template = host.published(spec().total(300));
        List<GrabStatus> told = race(thread -> LongStream.range(0, 20)
                .mapToObj(i -> engine.grabAsync(GrabRequest.of(1 + thread * 20 + i, template, "r")))
                .toList()
                .stream()
                .map(answer -> answer.join().status())
                .toList());
        await().untilAsserted(() -> assertThat(grabs(figures)).isEqualTo(counted(GrabStatus.class, told)));
        assertThat(figures.grabs(GrabStatus.GRANTED)).isEqualTo(300);
    }

    @Test
    void refusalsThatAskNobodyAreCountedAndWrongInputIsNot() {
        long template = host.published(spec().total(1));
        engine.grab(1, 404, "r");
        engine.grab(1, template, "r");
        engine.grab(2, template, "r");
        engine.grab(3, template, "r");
        engine.grabAsync(GrabRequest.of(4, template, "r")).join();
        assertThatThrownBy(() -> engine.grab(null)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> engine.grab(0, template, "r")).isInstanceOf(InvalidInputException.class);
        assertThat(grabs(figures))
                .isEqualTo(Map.of(GrabStatus.UNKNOWN_TEMPLATE, 1L, GrabStatus.GRANTED, 1L, GrabStatus.SOLD_OUT, 3L));
        engine.close();
        engine.grab(5, template, "r");
        engine.grabAsync(GrabRequest.of(5, template, "r")).join();
        assertThat(figures.grabs(GrabStatus.UNAVAILABLE)).isEqualTo(2);
    }

    @Test
    void grabsOfAMassIssueAreCounted() {
        long template = host.published(spec());
        engine.massIssue().carryOut(new MassIssueChunk("job", template, 0, List.of(1L, 2L, 3L)));
        await().until(() -> figures.grabs(GrabStatus.GRANTED) == 3);
        assertThat(figures.issuedCoupons()).isEqualTo(3);
    }

    @Test
    void grabsThatWaitAreSeenUntilTheyAreAnsweredAndACancelledOneIsNotCounted() {
        long template = host.published(spec());
        try (CouponEngine slow = on(host.repository, standing(StockGate.class, host.gate, "reserve"))) {
            List<CompletableFuture<GrabResult>> answers = new ArrayList<>();
            answers.add(slow.grabAsync(GrabRequest.of(1, template, "r")));
            reached(entered);
            for (long user = 2; user <= 6; user++) {
                answers.add(slow.grabAsync(GrabRequest.of(user, template, "r")));
            }
            long waiting = slow.figures().waitingGrabs();
            Map<GrabStatus, Long> early = grabs(slow.figures());
            answers.remove(5).cancel(false);
            goesOn.countDown(); // before anything is asserted: what stands here could not be closed
            assertThat(waiting).isEqualTo(5);
            assertThat(early).isEmpty();
            answers.forEach(CompletableFuture::join);
            await().untilAsserted(() -> assertThat(grabs(slow.figures())).isEqualTo(Map.of(GrabStatus.GRANTED, 5L)));
            assertThat(slow.figures().waitingGrabs()).isZero();
        }
    }

    @Test
    void aCallThatWaitedTooLongIsCountedOnceWithWhatItWasTold() {
        long template = host.published(spec());
        EngineFigures counted;
        try (CouponEngine slow = CouponEngine.builder()
                .repository(host.repository)
                .gate(standing(StockGate.class, host.gate, "reserve"))
                .time(host.clock)
                .options(EngineInMemory.options()
                        .callLimit(Duration.ofMillis(100))
                        .build())
                .build()) {
            GrabStatus told = slow.grab(1, template, "r").status();
            goesOn.countDown(); // the grab goes on, and may even be granted
            assertThat(told).isEqualTo(GrabStatus.OUTCOME_UNKNOWN);
            counted = slow.figures();
        }
        assertThat(grabs(counted)).isEqualTo(Map.of(GrabStatus.OUTCOME_UNKNOWN, 1L));
    }

    @Test
    void aBatchIsCountedWithTheCouponsItGranted() {
        long template = host.published(spec());
        engine.grab(1, template, "r");
        engine.grab(2, template, "r");
        assertThat(figures.issueBatches()).isEqualTo(2);
        assertThat(figures.issuedCoupons()).isEqualTo(2);
        try (CouponEngine other = host.another(EngineInMemory.options().build())) {
            other.templates().pause(template); // which the first host has not seen: its database refuses
        }
        assertThat(engine.grab(3, template, "r").status()).isEqualTo(GrabStatus.PAUSED);
        assertThat(figures.issueBatches()).isEqualTo(3);
        assertThat(figures.issuedCoupons()).isEqualTo(2);
    }

    @Test
    void commandsOfSixtyFourThreadsAreCountedWithWhatEachWasTold() {
        long template = host.published(spec());
        String code = grabbed(1, template);
        List<RedemptionStatus> told = race(thread -> Stream.of("a", "b", "c")
                .map(order ->
                        engine.redeem(1, code, order + thread, order("200.00")).status())
                .toList());
        assertThat(redemptions(figures)).isEqualTo(counted(RedemptionStatus.class, told));
        assertThat(redemptions(figures))
                .isEqualTo(Map.of(RedemptionStatus.REDEEMED, 1L, RedemptionStatus.ALREADY_REDEEMED, 64L * 3 - 1));
    }

    @Test
    void commandsThatNobodyWaitsForAndThoseOfAClosedEngineAreCounted() {
        String code = grabbed(1, host.published(spec()));
        OrderAttempt attempt = OrderAttempt.of("o").ofUser(1);
        engine.applyAsync(attempt.hold(code, order("200.00"), Duration.ofMinutes(5)))
                .join();
        await().untilAsserted(() -> assertThat(redemptions(figures)).isEqualTo(Map.of(RedemptionStatus.HELD, 1L)));
        engine.close();
        engine.apply(attempt.confirm(code));
        engine.applyAsync(attempt.confirm(code)).join();
        engine.applyTogether(List.of(attempt.confirm(code)));
        assertThat(figures.redemptions(RedemptionStatus.UNAVAILABLE)).isEqualTo(3);
    }

    @Test
    void eachStepOfSeveralTogetherIsCounted() {
        String one = grabbed(1, host.published(spec().stackingGroup("g")));
        String two = grabbed(1, host.published(spec().stackingGroup("g")));
        OrderAttempt attempt = OrderAttempt.of("o").ofUser(1);
        engine.applyTogether(List.of(attempt.redeem(one, order("500.00")), attempt.redeem(two, order("500.00"))));
        engine.redeem(1, one, "other", order("500.00"));
        assertThat(redemptions(figures))
                .isEqualTo(Map.of(RedemptionStatus.REDEEMED, 2L, RedemptionStatus.ALREADY_REDEEMED, 1L));
    }

    @Test
    void commandsThatWaitAreSeenAndASecondClickIsCounted() {
        long template = host.published(spec());
        List<String> codes = LongStream.rangeClosed(1, 4)
                .mapToObj(user -> grabbed(1 + user * CouponCode.TABLES, template)) // of one table
                .toList();
        try (CouponEngine slow = CouponEngine.builder()
                .repository(host.repository)
                .gate(host.gate)
                .time(host.clock)
                .options(EngineInMemory.options().build())
                .inFlightGuard(new InMemoryInFlightGuard(host.clock))
                .lineScope((id, line) -> {
                    stand();
                    return true;
                })
                .build()) {
            List<CompletableFuture<RedemptionResult>> answers = new ArrayList<>();
            for (String code : codes) {
                answers.add(slow.applyAsync(OrderAttempt.of("o").redeem(code, order("200.00"))));
                reached(entered);
            }
            long waiting = slow.figures().waitingRedemptions();
            answers.add(slow.applyAsync(OrderAttempt.of("o").redeem(codes.get(3), order("200.00"))));
            goesOn.countDown();
            assertThat(waiting).isEqualTo(3);
            answers.forEach(CompletableFuture::join);
            Map<RedemptionStatus, Long> all = Map.of(RedemptionStatus.REDEEMED, 4L, RedemptionStatus.IN_FLIGHT, 1L);
            await().untilAsserted(() -> assertThat(redemptions(slow.figures())).isEqualTo(all));
            assertThat(slow.figures().waitingRedemptions()).isZero();
        }
    }

    @Test
    void reservationsOfDeadHostsAreCountedByWhatBecameOfThem() {
        long template = host.published(spec());
        ShareId share = new ShareId(template, 0);
        CouponCodes codes = new CouponCodes();
        List<ReserveRequest> left = LongStream.rangeClosed(1, 3)
                .mapToObj(user -> new ReserveRequest(user, "dead", codes.next(user), START.plusSeconds(30)))
                .toList();
        host.gate.reserve(share, left);
        ReserveRequest issued = left.get(0);
        host.repository
                .issues()
                .issue(new IssueBatch(
                        share,
                        OptionalLong.of(host.stock(template).epoch()),
                        List.of(new IssueRequest(1, "dead", issued.code(), 1, START, START, EXPIRY))));
        host.clock.advance(Duration.ofSeconds(31));
        IssueStore doubtful = instead(IssueStore.class, host.repository.issues(), "fence", () -> {
            throw new OutcomeUnknownException("no answer");
        });
        try (CouponEngine other =
                on(instead(CouponRepository.class, host.repository, "issues", () -> doubtful), host.gate)) {
            other.reconciler().dryRun();
            assertThat(other.figures().reservationsUndecided()).as("dry").isZero();
            assertThat(other.figures().reconciliations()).as("dry").isZero();
            other.reconciler().reconcile();
            other.reconciler().reconcile();
            assertThat(other.figures().reservationsUndecided())
                    .as("3, met twice")
                    .isEqualTo(6);
            assertThat(other.figures().reconciliations()).isEqualTo(2);
        }
        engine.reconciler().reconcile();
        assertThat(figures.reservationsConfirmed()).isEqualTo(1);
        assertThat(figures.reservationsReleased()).isEqualTo(2);
        assertThat(figures.reservationsUndecided()).isZero();
        assertThat(figures.reconciliations()).isEqualTo(1);
        assertThat(figures.sharesDrifted()).isZero();
    }

    @Test
    void aReconciliationThatBrokeOffIsCountedWithWhatItDidButNotAsOneThatEnded() {
        long template = host.published(spec());
        ReserveRequest left = new ReserveRequest(1, "dead", new CouponCodes().next(1), START);
        host.gate.reserve(new ShareId(template, 0), List.of(left));
        host.published(spec());
        host.clock.advance(Duration.ofSeconds(31));
        IssueStore issues = host.repository.issues();
        IssueStore failing = (IssueStore) Proxy.newProxyInstance(
                IssueStore.class.getClassLoader(), new Class<?>[] {IssueStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("stock") && !arguments[0].equals(template)) {
                        throw new StoreUnavailableException("down");
                    }
                    return method.invoke(issues, arguments);
                });
        try (CouponEngine other =
                on(instead(CouponRepository.class, host.repository, "issues", () -> failing), host.gate)) {
            assertThatThrownBy(() -> other.reconciler().reconcile()).isInstanceOf(StoreUnavailableException.class);
            assertThat(other.figures().reservationsReleased()).isEqualTo(1);
            assertThat(other.figures().reconciliations()).isZero();
        }
    }

    @Test
    void sharesThatDriftedAndSharesOutOfReachAreCounted() {
        host.published(spec());
        assertThat(figures.rebuildsLoaded()).as("by publishing").isEqualTo(1);
        host.gate.loseEverything();
        try (CouponEngine other = on(host.repository, failing("view"))) {
            other.reconciler().reconcile();
            assertThat(other.figures().sharesUnreachable()).isEqualTo(1);
            assertThat(other.figures().sharesDrifted()).isZero();
        }
        engine.reconciler().reconcile();
        assertThat(figures.sharesDrifted()).isEqualTo(1);
        assertThat(figures.sharesUnreachable()).isZero();
        assertThat(figures.rebuildsLoaded()).isEqualTo(2);
    }

    @Test
    void rebuildsAreCountedByTheirOutcome() {
        try (CouponEngine other = on(host.repository, failing("load"))) {
            other.templates().publish(host.draft(spec()));
            assertThat(other.figures().rebuildsFailed()).isEqualTo(1);
        }
        try (CouponEngine other = on(host.repository, instead(StockGate.class, host.gate, "load", () -> false))) {
            other.templates().publish(host.draft(spec()));
            assertThat(other.figures().rebuildsOvertaken()).isEqualTo(1);
            assertThat(other.figures().rebuildsLoaded()).isZero();
            assertThat(other.figures().rebuildsFailed()).isZero();
        }
        long template = host.published(spec());
        host.gate.loseEverything();
        assertThat(engine.grab(1, template, "r").isGranted()).isTrue();
        assertThat(figures.rebuildsLoaded()).as("publishing and repair").isEqualTo(2);
    }

    @Test
    void eventsThatThePublisherTookAreCounted() {
        long template = host.published(spec());
        host.events.failAfter(0);
        grabbed(1, template);
        engine.redeem(2, grabbed(2, template), "o", order("200.00"));
        engine.publishEvents();
        assertThat(figures.eventsPublished()).isZero();
        host.events.recover();
        engine.publishEvents();
        assertThat(figures.eventsPublished())
                .isEqualTo(host.events.events().size())
                .isEqualTo(3);
    }

    private String grabbed(long user, long template) {
        return engine.grab(user, template, "r" + template).coupon().code().toString();
    }

    private CouponEngine on(CouponRepository repository, StockGate gate) {
        return CouponEngine.builder()
                .repository(repository)
                .gate(gate)
                .time(host.clock)
                .options(EngineInMemory.options().build())
                .build();
    }

    private static <T> List<T> race(Race.Runner<List<T>> runner) {
        return Race.run(runner).stream().flatMap(List::stream).toList();
    }

    private static Map<GrabStatus, Long> grabs(EngineFigures figures) {
        return nonZero(GrabStatus.class, figures::grabs);
    }

    private static Map<RedemptionStatus, Long> redemptions(EngineFigures figures) {
        return nonZero(RedemptionStatus.class, figures::redemptions);
    }

    private static <S extends Enum<S>> Map<S, Long> nonZero(
            Class<S> type, java.util.function.ToLongFunction<S> figure) {
        Map<S, Long> counts = new EnumMap<>(type);
        Arrays.stream(type.getEnumConstants())
                .filter(status -> figure.applyAsLong(status) != 0)
                .forEach(status -> counts.put(status, figure.applyAsLong(status)));
        return counts;
    }

    private static <S extends Enum<S>> Map<S, Long> counted(Class<S> type, List<S> told) {
        Map<S, Long> counts = new EnumMap<>(type);
        told.forEach(status -> counts.merge(status, 1L, Long::sum));
        return counts;
    }

    private static long total(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** All figures but those by status. */
    private static List<Long> others(EngineFigures figures) {
        return Arrays.stream(EngineFigures.class.getMethods())
                .filter(method -> method.getParameterCount() == 0)
                .map(method -> {
                    try {
                        return (Long) method.invoke(figures);
                    } catch (ReflectiveOperationException e) {
                        throw new LinkageError(method.getName(), e);
                    }
                })
                .toList();
    }

    private StockGate failing(String method) {
        return instead(StockGate.class, host.gate, method, () -> {
            throw new StoreUnavailableException("down");
        });
    }

    /** A port whose calls of one method do this; null goes on to the real one. */
    private static <T> T instead(Class<T> port, T real, String name, Callable<Object> answer) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(), new Class<?>[] {port}, (proxy, method, arguments) -> {
                    Object given = method.getName().equals(name) ? answer.call() : null;
                    try {
                        return given == null ? method.invoke(real, arguments) : given;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /** A port whose calls of one method go on when the test lets them. */
    private <T> T standing(Class<T> port, T real, String name) {
        return instead(port, real, name, () -> {
            stand();
            return null;
        });
    }

    private void stand() {
        entered.countDown();
        reached(goesOn);
    }

    private static void reached(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
