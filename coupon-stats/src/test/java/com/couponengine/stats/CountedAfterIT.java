package com.couponengine.stats;

import static com.couponengine.core.event.EventType.ISSUED;
import static com.couponengine.stats.Events.batch;
import static com.couponengine.stats.Events.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventConsumer;
import com.couponengine.core.server.FaultProxy;
import com.couponengine.redis.server.RedisServer;
import com.couponengine.redis.server.RedisServer.Persistence;
import com.couponengine.stats.server.ClickHouseServer;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.RestoreParams;

/** Events stored in a real ClickHouse, counted in a real Redis that loses data. */
@Timeout(120)
class CountedAfterIT {
    private static final String SHANGHAI = "Asia/Shanghai";

    private final ClickHouseServer clickHouse = ClickHouseServer.shared();
    private final String database = clickHouse.newDatabase();
    private final ClickHouseEvents events = events(clickHouse.url());
    private final RedisServer redis = RedisServer.start(Persistence.NONE);
    private final RedisClient keys = RedisClient.create(redis.host(), redis.port());
    private final RedisCounters counters = RedisCounters.builder()
            .uri(redis.url())
            .timeout(Duration.ofSeconds(10))
            .keyPrefix("it:")
            .build();

    @BeforeEach
    void install() {
        events.installSchema();
    }

    @AfterEach
    void close() {
        counters.close();
        keys.close();
        redis.close();
        events.close();
    }

    @Test
    void countersAndClickHouseAgreeHoweverOftenBatchesCome() {
        long seed = new Random().nextLong();
        RandomHistory history = new RandomHistory(seed);
        Random random = new Random(seed);
        List<EventBatch> batches = history.live(400);
        EventConsumer consumer = counters.after(events);
        for (int handled = 0; handled < batches.size(); ) {
            int from = random.nextInt(handled + 1); // from the first that was not handled, or from before it
            handled = Math.min(batches.size(), handled + 1 + random.nextInt(40));
            consumer.accept(batches.subList(from, handled));
        }
        Counters.areExactly(batches, history, counters);
        history.templates().forEach(this::agree);
    }

    @Test
    void countersThatAreGoneAreBackWithTheNextEvent() {
        RandomHistory history = new RandomHistory(new Random().nextLong());
        List<EventBatch> batches = new ArrayList<>(history.live(300));
        EventConsumer consumer = counters.after(events);
        consumer.accept(batches);

        redis.killNine();
        redis.restart();
        List<EventBatch> next = history.live(50);
        batches.addAll(next);
        next.forEach(batch -> deliver(consumer, batch)); // over connections from before the restart

        Counters.areExactly(batches, history, counters);
    }

    @Test
    void countersThatFellBackToAnOlderCopyAreNoticedAndRebuilt() {
        EventConsumer consumer = counters.after(events);
        for (int seq = 1; seq <= 5; seq++) {
            consumer.accept(List.of(issued(0, seq), issued(1, seq)));
        }
        byte[] older = keys.dump("it:{7}");
        consumer.accept(List.of(issued(0, 6), issued(1, 6), issued(1, 7)));
        keys.restore("it:{7}", 0, older, RestoreParams.restoreParams().replace());
        assertThat(Counters.total(counters, 7).issued()).isEqualTo(10);

        // Stream 0 alone shows it: what stream 1 has lost is back as well.
        consumer.accept(List.of(issued(0, 7)));
        assertThat(Counters.total(counters, 7).issued()).isEqualTo(14);
    }

    @Test
    void aFallBackIsStillNoticedWhenTheRebuildFailsAtFirst() {
        URI url = URI.create(clickHouse.url());
        try (FaultProxy proxy = FaultProxy.before(url.getHost(), url.getPort());
                ClickHouseEvents throughProxy = events("http://127.0.0.1:" + proxy.port())) {
            EventConsumer consumer = counters.after(throughProxy);
            consumer.accept(List.of(issued(0, 1), issued(0, 2)));
            byte[] older = keys.dump("it:{7}");
            consumer.accept(List.of(issued(0, 3)));
            keys.restore("it:{7}", 0, older, RestoreParams.restoreParams().replace());

            proxy.cutAnswerTo("param_template");
            assertThatThrownBy(() -> consumer.accept(List.of(issued(0, 4)))).isInstanceOf(CouponEngineException.class);
            assertThat(proxy.faults()).isEqualTo(1);
            consumer.accept(List.of(issued(0, 4)));
            assertThat(Counters.total(counters, 7).issued()).isEqualTo(4);
        }
    }

    @Test
    void aCrashBetweenClickHouseAndRedisLosesAndDoublesNothing() {
        EventConsumer consumer = counters.after(events);
        consumer.accept(List.of(issued(0, 1)));
        events.accept(List.of(issued(0, 2))); // and the consumer was gone
        EventConsumer restarted = counters.after(events);
        restarted.accept(List.of(issued(0, 2), issued(0, 3)));
        assertThat(Counters.total(counters, 7).issued()).isEqualTo(3);
        agree(7);
    }

    @Test
    void countersThatKnowMoreThanClickHouseAreNotReplaced() {
        events.accept(List.of(issued(0, 1)));
        counters.accept(List.of(issued(0, 1), issued(0, 2)));
        assertThatThrownBy(() -> counters.rebuild(7, events))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("it:{7}");
        assertThat(Counters.total(counters, 7).issued()).isEqualTo(2);
        counters.accept(List.of(issued(0, 3)));
        assertThat(Counters.total(counters, 7).issued()).isEqualTo(3);
    }

    @Test
    void aRebuildThatWasLeftHalfWayIsCompletedByTheNextConsumer() {
        EventConsumer consumer = counters.after(events);
        consumer.accept(List.of(issued(0, 1), issued(0, 2)));
        keys.hset("it:{7}", "replacing", "by a host that is gone");

        assertThat(Counters.total(counters, 7).issued()).isEqualTo(2);
        assertThatThrownBy(() -> counters.accept(List.of(issued(0, 3)))).isInstanceOf(StoreUnavailableException.class);
        consumer.accept(List.of(issued(0, 3)));
        assertThat(Counters.total(counters, 7).issued()).isEqualTo(3);
        assertThat(keys.hexists("it:{7}", "replacing")).isFalse();
    }

    @Test
    void countersStayAndCountOnWhenClickHouseCannotBeReadToRebuildThem() {
        counters.after(events).accept(List.of(issued(0, 1), issued(0, 2)));
        try (ClickHouseEvents away = events("http://127.0.0.1:1")) {
            assertThatThrownBy(() -> counters.rebuild(7, away)).isInstanceOf(StoreUnavailableException.class);
        }
        counters.accept(List.of(issued(0, 3)));
        assertThat(Counters.total(counters, 7).issued()).isEqualTo(3);
    }

    @Test
    void rebuildingWhileOthersCountIsHarmless() throws Exception {
        RandomHistory history = new RandomHistory(new Random().nextLong());
        List<EventBatch> batches = history.live(120);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<?>> consumers = Stream.of(0, 1)
                    .<Future<?>>map(half -> threads.submit(() -> {
                        EventConsumer consumer = counters.after(events);
                        batches.stream()
                                .filter(batch -> batch.stream() % 2 == half)
                                .forEach(batch -> deliver(consumer, batch));
                    }))
                    .toList();
            Future<?> spoiler = threads.submit(() -> {
                Random random = new Random(1);
                while (!consumers.stream().allMatch(Future::isDone)) {
                    long templateId = history.templates().get(random.nextInt(3));
                    if (random.nextBoolean()) {
                        counters.forget(templateId);
                    } else {
                        counters.rebuild(templateId, events);
                    }
                }
            });
            for (Future<?> consumer : consumers) {
                consumer.get();
            }
            spoiler.get();
        } finally {
            threads.shutdownNow();
        }
        history.templates().forEach(templateId -> counters.rebuild(templateId, events));
        Counters.areExactly(batches, history, counters);
    }

    /** Until it is handled, as consumers do. */
    private static void deliver(EventConsumer consumer, EventBatch batch) {
        for (int attempt = 1; ; attempt++) {
            try {
                consumer.accept(List.of(batch));
                return;
            } catch (CouponEngineException e) {
                if (attempt == 50) {
                    throw e;
                }
            }
        }
    }

    private void agree(long templateId) {
        CounterContents stored = events.sums().contents(templateId);
        stored.days()
                .forEach((day, tally) -> assertThat(counters.read(templateId, day)
                                .orElseThrow()
                                .day()
                                .sums())
                        .isEqualTo(tally.sums()));
        assertThat(counters.read(templateId, LocalDate.EPOCH)
                        .orElseThrow()
                        .total()
                        .sums()
                        .get(Figure.ISSUED))
                .isEqualTo(stored.days().values().stream()
                        .mapToLong(tally -> tally.sums().getOrDefault(Figure.ISSUED, 0L))
                        .sum());
    }

    private static EventBatch issued(int stream, long seq) {
        return batch(stream, seq, event(ISSUED, 7, SHANGHAI, "2025-06-01T00:00:00Z"));
    }

    private ClickHouseEvents events(String url) {
        return ClickHouseEvents.builder()
                .url(url)
                .user(clickHouse.user(), clickHouse.password())
                .database(database)
                .pace(Duration.ZERO)
                .build();
    }
}
