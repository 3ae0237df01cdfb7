package com.couponengine.core.engine;

import static com.couponengine.core.engine.EngineInMemory.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.memory.InMemoryCouponRepository;
import com.couponengine.core.memory.InMemoryStockGate;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.RequestKey;
import com.couponengine.core.store.Shards;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Retries, which are looked up before anything else is done for them, on two data sources. */
@Timeout(60)
class LookUpTest {
    /** Of the first data source. */
    private static final long HERE = 7;
    /** Of the second data source. */
    private static final long THERE = 39;

    private final MovableClock clock = new MovableClock(EngineInMemory.START);
    private final WatchedStore store = new WatchedStore(new InMemoryCouponRepository(clock, new Shards(2)));
    private final CouponEngine engine = CouponEngine.builder()
            .repository(store)
            .gate(new InMemoryStockGate(clock))
            .time(clock)
            .options(EngineInMemory.options().callLimit(Duration.ofSeconds(30)).build())
            .build();
    private long template;

    @BeforeEach
    void publish() {
        template = engine.templates().create(spec().total(1_000).build()).id();
        engine.templates().publish(template);
    }

    @AfterEach
    void close() {
        store.goesOn.countDown();
        engine.close();
    }

    @Test
    void aStormOfRetriesIsAnsweredWithFewReadsAndEachWithItsOwnCoupon() throws Exception {
        List<Coupon> first = new ArrayList<>();
        for (long user = 1; user <= 200; user++) {
            first.add(engine.grab(user, template, "r").coupon());
        }
        store.asked.clear();
        store.stands = source -> true;
        CompletableFuture<GrabResult> here = retry(HERE);
        CompletableFuture<GrabResult> there = retry(THERE);
        await().until(() -> store.asked.size() == 2);
        List<CompletableFuture<GrabResult>> storm =
                LongStream.rangeClosed(1, 200).mapToObj(this::retry).toList();
        CompletableFuture<GrabResult> newcomer = retry(201);
        store.goesOn.countDown();

        for (int i = 0; i < storm.size(); i++) {
            assertThat(storm.get(i).get(30, TimeUnit.SECONDS))
                    .isEqualTo(new GrabResult(GrabStatus.ALREADY_GRANTED, first.get(i)));
        }
        assertThat(newcomer.get(30, TimeUnit.SECONDS).status()).isEqualTo(GrabStatus.GRANTED);
        assertThat(here.get(30, TimeUnit.SECONDS).coupon()).isEqualTo(first.get((int) HERE - 1));
        assertThat(there.get(30, TimeUnit.SECONDS).coupon()).isEqualTo(first.get((int) THERE - 1));
        assertThat(store.asked)
                .as("for each data source the first, then all others")
                .hasSize(4);
    }

    @Test
    void aReadAsksForUsersOfOneDataSource() throws Exception {
        for (CompletableFuture<GrabResult> answer :
                LongStream.rangeClosed(1, 200).mapToObj(this::retry).toList()) {
            assertThat(answer.get(30, TimeUnit.SECONDS).status()).isEqualTo(GrabStatus.GRANTED);
        }
        assertThat(store.asked)
                .allSatisfy(keys -> assertThat(
                                keys.stream().map(key -> store.shards().sourceOfUser(key.userId())))
                        .containsOnly(store.sourceOf(keys)));
    }

    @Test
    void aDataSourceThatFailsFailsNobodyOfTheOther() throws Exception {
        Coupon coupon = engine.grab(HERE, template, "r").coupon();
        store.fails = source -> source == 1;

        CompletableFuture<GrabResult> there = retry(THERE);
        CompletableFuture<GrabResult> here = retry(HERE);

        assertThat(here.get(30, TimeUnit.SECONDS)).isEqualTo(new GrabResult(GrabStatus.ALREADY_GRANTED, coupon));
        assertThat(there.get(30, TimeUnit.SECONDS).status()).isEqualTo(GrabStatus.UNAVAILABLE);
    }

    @Test
    void aDataSourceThatDoesNotAnswerHoldsUpNobodyOfTheOther() throws Exception {
        Coupon coupon = engine.grab(HERE, template, "r").coupon();
        store.stands = source -> source == 1;

        CompletableFuture<GrabResult> there = retry(THERE);
        await().until(() -> !store.asked.isEmpty());

        assertThat(retry(HERE).get(30, TimeUnit.SECONDS)).isEqualTo(new GrabResult(GrabStatus.ALREADY_GRANTED, coupon));
        assertThat(there).isNotDone();
    }

    private CompletableFuture<GrabResult> retry(long userId) {
        return engine.grabAsync(GrabRequest.of(userId, template, "r").again());
    }

    /** Writes down what is looked up, and stands still or fails where it is told to. */
    private static final class WatchedStore implements IssuesAround {
        final Queue<List<RequestKey>> asked = new ConcurrentLinkedQueue<>();
        final CountDownLatch goesOn = new CountDownLatch(1);
        volatile IntPredicate stands = source -> false;
        volatile IntPredicate fails = source -> false;
        private final CouponRepository real;

        WatchedStore(CouponRepository real) {
            this.real = real;
        }

        @Override
        public CouponRepository real() {
            return real;
        }

        int sourceOf(List<RequestKey> keys) {
            return shards().sourceOfUser(keys.get(0).userId());
        }

        @Override
        public List<Optional<Coupon>> find(List<RequestKey> keys) {
            asked.add(keys);
            if (stands.test(sourceOf(keys))) {
                try {
                    goesOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            for (RequestKey key : keys) {
                if (fails.test(shards().sourceOfUser(key.userId()))) {
                    throw new StoreUnavailableException("data source 1 is down");
                }
            }
            return real.issues().find(keys);
        }
    }
}
