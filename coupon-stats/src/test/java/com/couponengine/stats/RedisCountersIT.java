package com.couponengine.stats;

import static com.couponengine.core.event.EventType.ISSUED;
import static com.couponengine.core.event.EventType.REDEEMED;
import static com.couponengine.core.event.EventType.RELEASED;
import static com.couponengine.stats.Events.batch;
import static com.couponengine.stats.Events.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.money.Money;
import com.couponengine.core.server.FaultProxy;
import com.couponengine.redis.server.RedisClusterServers;
import com.couponengine.redis.server.RedisServer;
import com.couponengine.redis.server.RedisServer.Persistence;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

@Timeout(120)
class RedisCountersIT {
    private static final String SHANGHAI = "Asia/Shanghai";

    // B96
    @Test
    void threeUsesOf1234Save3702() {
        try (RedisCounters counters = counters(RedisServer.shared().url())) {
            for (int seq = 1; seq <= 3; seq++) {
                counters.accept(List.of(batch(0, seq, event(REDEEMED, 7, SHANGHAI, "2025-06-01T03:00:00Z", "12.34"))));
            }
            Figures today = Counters.day(counters, 7, LocalDate.of(2025, 6, 1));
            assertThat(today.discountGiven()).isEqualTo(Money.of("37.02", "CNY"));
            assertThat(today.discount()).isEqualTo(new BigDecimal("37.02"));
            assertThat(today.used()).isEqualTo(3);
        }
    }

    // B95
    @Test
    void theFirstHourOfADayInTheTemplatesZoneCountsOnThatDay() {
        try (RedisCounters counters = counters(RedisServer.shared().url())) {
            counters.accept(List.of(
                    batch(0, 1, event(ISSUED, 7, "Europe/Berlin", "2025-01-31T22:59:59.999Z")),
                    batch(0, 2, event(ISSUED, 7, "Europe/Berlin", "2025-01-31T23:00:00Z")),
                    batch(0, 3, event(ISSUED, 7, "Europe/Berlin", "2025-01-31T23:59:59Z"))));
            assertThat(Counters.day(counters, 7, LocalDate.of(2025, 1, 31)).issued())
                    .isEqualTo(1);
            assertThat(Counters.day(counters, 7, LocalDate.of(2025, 2, 1)).issued())
                    .isEqualTo(2);
        }
    }

    // B89
    @Test
    void tenRecordsThatAreRedeliveredToAnotherConsumerCountTen() {
        String prefix = Counters.newPrefix();
        List<EventBatch> ten = new ArrayList<>();
        for (int seq = 1; seq <= 10; seq++) {
            ten.add(batch(2, seq, event(ISSUED, 7, SHANGHAI, "2025-06-01T03:00:00Z")));
        }
        try (RedisCounters before = counters(RedisServer.shared().url(), prefix);
                RedisCounters after = counters(RedisServer.shared().url(), prefix)) {
            before.accept(ten);
            after.accept(ten);
            assertThat(Counters.total(after, 7).issued()).isEqualTo(10);
        }
    }

    // B43
    @Test
    void aReleaseThatIsDeliveredTwiceTakesBackOnce() {
        try (RedisCounters counters = counters(RedisServer.shared().url())) {
            List<EventBatch> batches = List.of(
                    batch(0, 1, event(REDEEMED, 7, SHANGHAI, "2025-06-01T03:00:00Z", "12.34")),
                    batch(0, 2, event(RELEASED, 7, SHANGHAI, "2025-06-01T04:00:00Z", "12.34")));
            counters.accept(batches);
            counters.accept(batches.subList(1, 2));
            assertThat(Counters.total(counters, 7).used()).isZero();
            assertThat(Counters.total(counters, 7).discount()).isEqualByComparingTo("0");
        }
    }

    @Test
    void aTemplateThatIsNotInEveryBatchCountsAllThatItIsIn() {
        try (RedisCounters counters = counters(RedisServer.shared().url())) {
            counters.accept(List.of(batch(0, 9, event(ISSUED, 7, SHANGHAI, "2025-06-01T03:00:00Z"))));
            counters.accept(List.of(batch(0, 10, event(ISSUED, 8, SHANGHAI, "2025-06-01T03:00:00Z"))));
            counters.accept(List.of(batch(0, 99, event(ISSUED, 7, SHANGHAI, "2025-06-01T03:00:00Z"))));
            counters.accept(List.of(batch(0, 100, event(ISSUED, 7, SHANGHAI, "2025-06-01T03:00:00Z"))));
            assertThat(Counters.total(counters, 7).issued()).isEqualTo(3);
            assertThat(Counters.total(counters, 8).issued()).isEqualTo(1);
        }
    }

    @Test
    void redeliveryFromAnywhereCountsEveryEventOnce() {
        long seed = new Random().nextLong();
        RandomHistory history = new RandomHistory(seed);
        List<EventBatch> batches = history.live(300);
        Random random = new Random(seed);
        try (RedisCounters counters = counters(RedisServer.shared().url())) {
            for (int handled = 0; handled < batches.size(); handled++) {
                // Every prefix is once the last that was handled; then it comes again from somewhere in it.
                counters.accept(batches.subList(random.nextInt(handled + 1), handled + 1));
                counters.accept(batches.subList(0, handled + 1));
            }
            Counters.areExactly(batches, history, counters);
            for (long templateId : history.templates()) {
                RandomHistory.State state = history.state(templateId);
                Figures total = Counters.total(counters, templateId);
                assertThat(total.issued()).isEqualTo(state.issued());
                assertThat(total.used()).isEqualTo(state.used());
                assertThat(total.discountGiven().minus(total.discountTakenBack()))
                        .isEqualTo(state.discount());
                assertThat(total.voided()).isEqualTo(state.voided());
                assertThat(total.expired()).isEqualTo(state.expired());
            }
        }
    }

    @Test
    void consumersThatHandleTheSameStreamsAtOnceCountEveryEventOnce() throws Exception {
        RandomHistory history = new RandomHistory(new Random().nextLong());
        List<EventBatch> batches = history.live(300);
        ExecutorService consumers = Executors.newFixedThreadPool(4);
        try (RedisCounters counters = counters(RedisServer.shared().url())) {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 1; i <= 4; i++) {
                int size = i;
                done.add(consumers.submit(() -> {
                    for (int from = 0; from < batches.size(); from += size) {
                        counters.accept(batches.subList(from, Math.min(batches.size(), from + size)));
                    }
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
            Counters.areExactly(batches, history, counters);
        } finally {
            consumers.shutdownNow();
        }
    }

    @Test
    void aServerThatIsKilledAndKeepsItsFileGoesOnWhereItStood() {
        RandomHistory history = new RandomHistory(new Random().nextLong());
        List<EventBatch> batches = history.live(300);
        try (RedisServer server = RedisServer.start(Persistence.ALWAYS);
                RedisCounters counters = counters(server.url())) {
            int half = batches.size() / 2;
            counters.accept(batches.subList(0, half));
            server.killNine();
            assertThatThrownBy(() -> counters.accept(batches.subList(half, batches.size())))
                    .isInstanceOf(CouponEngineException.class);
            server.restart();
            counters.accept(batches.subList(half / 2, batches.size()));
            Counters.areExactly(batches, history, counters);
        }
    }

    @Test
    void aLostAnswerIsAnExceptionAndTheRepeatChangesNothing() {
        RandomHistory history = new RandomHistory(new Random().nextLong());
        List<EventBatch> batches = history.live(100);
        try (FaultProxy proxy = FaultProxy.before(
                        RedisServer.shared().host(), RedisServer.shared().port());
                RedisCounters counters = counters("redis://127.0.0.1:" + proxy.port())) {
            counters.accept(batches.subList(0, batches.size() / 2));
            proxy.cutAnswers();
            assertThatThrownBy(() -> counters.accept(batches)).isInstanceOf(OutcomeUnknownException.class);
            proxy.normal();
            counters.accept(batches);
            Counters.areExactly(batches, history, counters);
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsGivenUpInTime() {
        try (FaultProxy proxy = FaultProxy.before(
                        RedisServer.shared().host(), RedisServer.shared().port());
                RedisCounters counters = RedisCounters.builder()
                        .uri("redis://127.0.0.1:" + proxy.port())
                        .timeout(Duration.ofMillis(200))
                        .keyPrefix(Counters.newPrefix())
                        .build()) {
            proxy.blackHole();
            long start = System.nanoTime();
            assertThatThrownBy(() ->
                            counters.accept(List.of(batch(0, 1, event(ISSUED, 7, SHANGHAI, "2025-06-01T03:00:00Z")))))
                    .isInstanceOf(OutcomeUnknownException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void countingGoesOnWhenTheServerHasForgottenItsScripts() {
        try (RedisServer server = RedisServer.start(Persistence.NONE);
                RedisClient redis = RedisClient.create(server.host(), server.port());
                RedisCounters counters = RedisCounters.builder().client(redis).build()) {
            counters.accept(List.of(batch(0, 1, event(ISSUED, 7, SHANGHAI, "2025-06-01T03:00:00Z"))));
            redis.scriptFlush();
            counters.accept(List.of(batch(0, 2, event(ISSUED, 7, SHANGHAI, "2025-06-01T03:00:00Z"))));
            assertThat(Counters.total(counters, 7).issued()).isEqualTo(2);
        }
    }

    @Test
    void aClusterCountsWhicheverNodeATemplateIsOn() {
        RandomHistory history = new RandomHistory(new Random().nextLong());
        List<EventBatch> batches = history.live(200);
        try (RedisClusterServers servers = RedisClusterServers.start();
                UnifiedJedis cluster = RedisClusterClient.builder()
                        .nodes(servers.ports().stream()
                                .map(port -> new HostAndPort("127.0.0.1", port))
                                .collect(Collectors.toSet()))
                        .build()) {
            RedisCounters counters = RedisCounters.builder().client(cluster).build();
            counters.accept(batches);
            counters.accept(batches);
            Counters.areExactly(batches, history, counters);
        }
    }

    @Test
    void afterForgettingTheLogCountsFromItsBeginning() {
        RandomHistory history = new RandomHistory(new Random().nextLong());
        List<EventBatch> batches = history.live(200);
        try (RedisCounters counters = counters(RedisServer.shared().url())) {
            counters.accept(batches.subList(batches.size() / 2, batches.size())); // as after a loss
            history.templates().forEach(counters::forget);
            counters.accept(batches);
            Counters.areExactly(batches, history, counters);
        }
    }

    private static RedisCounters counters(String url) {
        return counters(url, Counters.newPrefix());
    }

    private static RedisCounters counters(String url, String prefix) {
        return RedisCounters.builder().uri(url).keyPrefix(prefix).build();
    }
}
