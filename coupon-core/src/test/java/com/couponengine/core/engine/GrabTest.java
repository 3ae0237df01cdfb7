package com.couponengine.core.engine;

import static com.couponengine.core.engine.EngineInMemory.GRAB_END;
import static com.couponengine.core.engine.EngineInMemory.START;
import static com.couponengine.core.engine.EngineInMemory.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrabTest {
    private static final Duration COPY_AGE_MAX = Duration.ofMillis(1);

    private final EngineInMemory host = new EngineInMemory();
    private final CouponEngine engine = host.engine;

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void aGrantedGrabIsARowAndItsReservationIsGone() {
        long template = host.published(spec());
        GrabResult result = engine.grab(7, template, "r1");
        assertThat(result.status()).isEqualTo(GrabStatus.GRANTED);
        assertThat(engine.coupons().find(result.coupon().code())).contains(result.coupon());
        settled(() -> host.gateView(template).reserved() == 0);
        assertThat(host.gateView(template).remaining()).isEqualTo(9);
        assertThat(host.stock(template).issued()).isEqualTo(1);
    }

    @Test
    void aRepeatGetsTheSameCouponAlsoAfterTheTemplateSoldOutOrEnded() {
        long template = host.published(spec().total(1));
        GrabResult first = engine.grab(7, template, "r1");
        assertThat(engine.grab(8, template, "r1").status()).isEqualTo(GrabStatus.SOLD_OUT);
        GrabRequest repeat = GrabRequest.of(7, template, "r1").again();
        assertThat(engine.grab(repeat).status()).isEqualTo(GrabStatus.ALREADY_GRANTED);
        engine.templates().end(template);
        host.clock.set(GRAB_END.plusSeconds(1));
        assertThat(engine.grab(repeat).coupon()).isEqualTo(first.coupon());
        try (CouponEngine other = host.another(EngineInMemory.options().build())) {
            assertThat(other.grab(repeat).coupon()).isEqualTo(first.coupon());
        }
    }

    @Test
    void anUnmarkedRepeatOfAUserAtTheLimitGetsTheSameCoupon() {
        long template = host.published(spec());
        GrabResult first = engine.grab(7, template, "r1");
        assertThat(engine.grab(7, template, "r1"))
                .isEqualTo(new GrabResult(GrabStatus.ALREADY_GRANTED, first.coupon()));
        assertThat(engine.grab(7, template, "r2").status()).isEqualTo(GrabStatus.LIMIT_REACHED);
        assertThat(host.stock(template).issued()).isEqualTo(1);
    }

    @Test
    void theSameRequestIdForAnotherTemplateIsRefused() {
        long one = host.published(spec());
        long two = host.published(spec());
        engine.grab(7, one, "r1");
        assertThat(engine.grab(7, two, "r1").status()).isEqualTo(GrabStatus.REQUEST_ID_REUSED);
        assertThat(engine.grab(GrabRequest.of(7, two, "r1").again()).status()).isEqualTo(GrabStatus.REQUEST_ID_REUSED);
        settled(() -> host.gateView(two).reserved() == 0 && host.gateView(two).remaining() == 10);
    }

    @Test
    void aRefusedRequestIdMayBeGrantedLater() {
        long template = host.published(spec().total(1));
        engine.grab(7, template, "a");
        assertThat(engine.grab(8, template, "b").status()).isEqualTo(GrabStatus.SOLD_OUT);
        engine.templates().changeTotal(template, 1L, 2L);
        assertThat(engine.grab(8, template, "b").status()).isEqualTo(GrabStatus.GRANTED);
    }

    @Test
    void everyStateOfATemplateHasItsOwnRefusal() {
        assertThat(engine.grab(7, 404, "r").status()).isEqualTo(GrabStatus.UNKNOWN_TEMPLATE);
        long template = host.draft(spec().grabWindow(START.plusSeconds(10), GRAB_END));
        assertThat(engine.grab(7, template, "r").status()).isEqualTo(GrabStatus.NOT_PUBLISHED);
        engine.templates().publish(template);
        assertThat(engine.grab(7, template, "r").status()).isEqualTo(GrabStatus.NOT_STARTED);
        host.clock.advance(Duration.ofSeconds(10));
        engine.templates().pause(template);
        assertThat(engine.grab(7, template, "r").status()).isEqualTo(GrabStatus.PAUSED);
        engine.templates().resume(template);
        assertThat(engine.grab(7, template, "r").status()).isEqualTo(GrabStatus.GRANTED);
        host.clock.set(GRAB_END);
        assertThat(engine.grab(8, template, "r").status()).isEqualTo(GrabStatus.ENDED);
        engine.templates().voidAll(template, "Li Lei", "wrong terms", "op-1");
        assertThat(engine.grab(8, template, "r").status()).isEqualTo(GrabStatus.VOIDED);
    }

    @Test
    void aPauseByAnotherHostIsObeyedAtOnceAlthoughThisHostHasNotSeenIt() {
        long template = host.published(spec());
        assertThat(engine.grab(7, template, "r").isGranted()).isTrue();
        try (CouponEngine other = host.another(EngineInMemory.options().build())) {
            other.templates().pause(template);
        }
        assertThat(engine.grab(8, template, "r").status()).isEqualTo(GrabStatus.PAUSED);
        settled(() -> host.gateView(template).reserved() == 0);
        assertThat(host.gateView(template).remaining()).isEqualTo(9);
    }

    /** Their age is that of the JVM's clock. */
    private static void untilCopiesAreOld() {
        long old = System.nanoTime() + COPY_AGE_MAX.toNanos() + 1;
        while (System.nanoTime() - old < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aCopyThatIsOutOfDateRefusesNothingThatMayHaveChanged() {
        long template = host.published(spec());
        try (CouponEngine other = host.another(
                EngineInMemory.options().templateAgeMax(COPY_AGE_MAX).build())) {
            engine.templates().pause(template);
            assertThat(other.grab(7, template, "r").status()).isEqualTo(GrabStatus.PAUSED);
            engine.templates().resume(template);
            untilCopiesAreOld();
            assertThat(other.grab(7, template, "r").status()).isEqualTo(GrabStatus.GRANTED);
            host.clock.set(GRAB_END);
            assertThat(other.grab(8, template, "r").status()).isEqualTo(GrabStatus.ENDED);
            engine.templates().changeGrabEnd(template, GRAB_END.plusSeconds(60));
            untilCopiesAreOld();
            assertThat(other.grab(8, template, "r").status()).isEqualTo(GrabStatus.GRANTED);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0,1,r,userId",
        "-1,1,r,userId",
        "1,0,r,templateId",
        "1,-5,r,templateId",
        "1,1,'',requestId",
        "1,1,a b,requestId"
    })
    void wrongInputNamesItsField(long user, long template, String request, String field) {
        assertThatThrownBy(() -> engine.grab(user, template, request))
                .isInstanceOfSatisfying(
                        InvalidInputException.class, e -> assertThat(e.field()).isEqualTo(field));
    }

    // case B118: knowing a hidden or ended template's id is no way in
    @Test
    void whoIsNotOfTheAudienceIsRefused() {
        long template = host.published(spec());
        try (CouponEngine choosy = CouponEngine.builder()
                .repository(host.repository)
                .gate(host.gate)
                .time(host.clock)
                .audience((user, id) -> user < 100)
                .build()) {
            assertThat(choosy.grab(100, template, "r").status()).isEqualTo(GrabStatus.NOT_ELIGIBLE);
            assertThat(choosy.grab(99, template, "r").status()).isEqualTo(GrabStatus.GRANTED);
        }
    }

    // cases B01, B02
    @Test
    void sixtyFourThreadsAfterOneCouponGetOne() throws InterruptedException {
        long template = host.published(spec().total(1));
        Map<GrabStatus, Integer> outcomes =
                race(64, 64, thread -> engine.grab(7, template, "r" + thread).status());
        assertThat(outcomes.get(GrabStatus.GRANTED)).isEqualTo(1);
        assertThat(outcomes.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(64);
        assertThat(host.stock(template).issued()).isEqualTo(1);
    }

    // case B03
    @Test
    void refusedClicksCostNoStock() {
        long template = host.published(spec().total(100));
        for (int click = 0; click < 100; click++) {
            engine.grab(7, template, "click-" + click);
        }
        settled(() -> host.gateView(template).reserved() == 0);
        assertThat(host.gateView(template).remaining()).isEqualTo(99);
        assertThat(host.stock(template).remaining()).isEqualTo(99);
    }

    @ParameterizedTest
    @CsvSource({"1,2", "3,10"})
    void aSaleGivesOutExactlyItsTotalAndNobodyMoreThanTheLimit(int limit, int tries) throws InterruptedException {
        int total = 300;
        int users = 400;
        long template = host.published(spec().total(total).perUserLimit(limit));
        ConcurrentHashMap<Long, AtomicInteger> perUser = new ConcurrentHashMap<>();
        AtomicInteger flush = new AtomicInteger();
        race(32, users * tries, n -> {
            long user = 1L + n % users;
            if (flush.incrementAndGet() == total / 2) {
                host.gate.loseEverything();
            }
            GrabResult result = engine.grab(user, template, "r" + n / users);
            if (result.status() == GrabStatus.GRANTED) {
                perUser.computeIfAbsent(user, u -> new AtomicInteger()).incrementAndGet();
            }
            return result.status();
        });
        // whatever the loss left behind, one more try each after the repair sells out
        engine.reconciler().reconcile();
        for (long user = 1; user <= users; user++) {
            if (engine.grab(user, template, "last").status() == GrabStatus.GRANTED) {
                perUser.computeIfAbsent(user, u -> new AtomicInteger()).incrementAndGet();
            }
        }
        assertThat(perUser.values()).allMatch(count -> count.get() <= limit);
        assertThat(perUser.values().stream().mapToInt(AtomicInteger::get).sum()).isEqualTo(total);
        assertThat(host.stock(template).issued()).isEqualTo(total);
        settled(() -> host.gateView(template).remaining() == 0
                && host.gateView(template).reserved() == 0);
    }

    @Test
    void aSoldOutTemplateIsRefusedWithoutAskingAndReopensWhenItsTotalIsRaised() {
        long template = host.published(spec().total(1));
        engine.grab(1, template, "r");
        assertThat(engine.grab(2, template, "r").status()).isEqualTo(GrabStatus.SOLD_OUT);
        host.gate.loseEverything(); // were the gate asked, it would be loaded afresh
        assertThat(engine.grab(3, template, "r").status()).isEqualTo(GrabStatus.SOLD_OUT);
        assertThat(host.gate.view(new com.couponengine.core.gate.ShareId(template, 0)))
                .isEmpty();
        engine.templates().changeTotal(template, 1L, 2L);
        assertThat(engine.grab(3, template, "r").status()).isEqualTo(GrabStatus.GRANTED);
    }

    @Test
    void aLostGateIsLoadedAgainByTheFirstGrab() {
        long template = host.published(spec());
        engine.grab(1, template, "r");
        host.gate.loseEverything();
        assertThat(engine.grab(2, template, "r").status()).isEqualTo(GrabStatus.GRANTED);
        settled(() -> host.gateView(template).remaining() == 8);
    }

    @Test
    void grabsThatWaitTogetherKeepTheirOwnAnswers() {
        long template = host.published(spec().total(5));
        List<CompletableFuture<GrabResult>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            answers.add(engine.grabAsync(GrabRequest.of(1 + i % 8, template, "r" + i % 16)));
        }
        Map<GrabStatus, List<GrabResult>> byStatus = answers.stream()
                .map(CompletableFuture::join)
                .collect(java.util.stream.Collectors.groupingBy(GrabResult::status));
        assertThat(byStatus.get(GrabStatus.GRANTED)).hasSize(5);
        assertThat(byStatus.get(GrabStatus.GRANTED).stream().map(r -> r.coupon().userId()))
                .doesNotHaveDuplicates();
        assertThat(host.stock(template).issued()).isEqualTo(5);
    }

    private interface Step {
        GrabStatus run(int n);
    }

    private static Map<GrabStatus, Integer> race(int threads, int steps, Step step) throws InterruptedException {
        Map<GrabStatus, Integer> outcomes = new ConcurrentHashMap<>();
        AtomicInteger next = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int thread = 0; thread < threads; thread++) {
            pool.execute(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                for (int n = next.getAndIncrement(); n < steps; n = next.getAndIncrement()) {
                    outcomes.merge(step.run(n), 1, Integer::sum);
                }
            });
        }
        start.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        return outcomes;
    }

    private static void settled(java.util.concurrent.Callable<Boolean> condition) {
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(10)).until(condition);
    }
}
