package com.couponengine.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.TimeSource;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.massissue.ChunkReport;
import com.couponengine.core.massissue.LocalChunkPool;
import com.couponengine.core.memory.InMemoryEventPublisher;
import com.couponengine.core.memory.InMemoryStockGate;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import com.couponengine.kafka.KafkaChunkSender;
import com.couponengine.kafka.KafkaEventConsumer;
import com.couponengine.kafka.KafkaEventPublisher;
import com.couponengine.kafka.server.KafkaServer;
import com.couponengine.redis.RedisStockGate;
import com.couponengine.redis.server.RedisServer;
import com.couponengine.stats.CouponStats;
import com.couponengine.stats.TemplateStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issuing to many users: through Kafka with a worker that is killed, and in this process. */
@Timeout(300)
class MassIssueIT {
    private static final Duration LONG = Duration.ofMinutes(4);

    @Test
    @SuppressWarnings("try") // worker and consumer work by being open
    void fiftyThousandUsersGetOneCouponEachThoughTheWorkerIsKilledAndTheJobStartedAgain() {
        int users = 50_000;
        SqlDatabase database = SqlServer.shared(SqlVariant.MARIADB).newDatabase();
        KafkaServer kafka = KafkaServer.shared();
        String redis = RedisServer.shared().url();
        String chunks = Topics.create("chunks", 2);
        String events = Topics.create("issued", 4);
        Set<String> issued = ConcurrentHashMap.newKeySet();
        try (RedisStockGate gate = RealHost.redisGate(redis, database);
                KafkaEventPublisher publisher = new KafkaEventPublisher(Topics.settings(events));
                RealHost host = new RealHost(database, gate, publisher);
                KafkaChunkSender sender = new KafkaChunkSender(Topics.settings(chunks));
                KafkaEventConsumer consumer = new KafkaEventConsumer(
                        Topics.settings(events),
                        "count",
                        batches -> batches.forEach(batch -> batch.events().stream()
                                .filter(event -> event.type() == EventType.ISSUED)
                                .map(event -> event.userId() + "/" + event.code())
                                .forEach(issued::add)));
                Statistics statistics = new Statistics(Topics.settings(events), database);
                MassIssueWorker worker =
                        new MassIssueWorker(database, redis, kafka.bootstrapServers(), chunks, events)) {
            long template = host.published(RealHost.sale(users + 10L, 1));

            submit(host, template, users, sender);
            await().atMost(LONG).until(() -> host.stored.counted(template) > users / 5 || !worker.isAlive());
            assertThat(worker.isAlive()).as(worker.lastWords()).isTrue();
            worker.killNine();
            long atKill = host.stored.counted(template);
            assertThat(atKill).as("killed in the middle").isBetween(users / 5L, users - 1L);
            worker.restart();
            submit(host, template, users, sender);

            await().atMost(LONG).until(() -> host.stored.counted(template) >= users || !worker.isAlive());
            assertThat(worker.isAlive()).as(worker.lastWords()).isTrue();
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(Topics.lag(MassIssueWorker.GROUP, chunks))
                            .isZero());
            assertOneEach(host, template, users);
            assertThat(host.stored.counted(template)).isEqualTo(users);
            await().atMost(LONG).untilAsserted(() -> assertThat(issued).hasSize(users));
            assertThat(issued)
                    .isEqualTo(host.stored.rows(template).stream()
                            .map(row -> row.userId() + "/" + row.code())
                            .collect(Collectors.toSet()));
            await().atMost(LONG).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
                host.engine.reconciler().reconcile();
                GateView view = gate.view(RealHost.share(template)).orElseThrow();
                assertThat(view.reserved()).isZero();
                assertThat(view.remaining()).isEqualTo(10);
            });
            assertStatisticsCount(statistics, host, template, users);
        }
    }

    /** The counters in Redis and the history in ClickHouse, repeats taken out, say what the database says. */
    private static void assertStatisticsCount(Statistics statistics, RealHost host, long template, long users) {
        CouponStats stats = statistics.of(host);
        await().atMost(LONG).untilAsserted(() -> {
            TemplateStats now = stats.template(template).orElseThrow();
            assertThat(now.total().issued()).as("counted in Redis").isEqualTo(users);
            assertThat(statistics.ask("toInt64(countIf(type = 'ISSUED'))", template))
                    .as("rows in ClickHouse")
                    .isEqualTo(users);
        });
        TemplateStats now = stats.template(template).orElseThrow();
        assertThat(now.issued()).isEqualTo(users);
        assertThat(now.remaining()).isEqualTo(10);
        assertThat(statistics.ask("toInt64(count())", template)).isEqualTo(users);
        assertThat(statistics.ask("toInt64(uniqExact(user_id))", template)).isEqualTo(users);
        assertThat(stats.daily(template, now.date().minusDays(1), now.date().plusDays(2)).stream()
                        .mapToLong(day -> day.figures().issued())
                        .sum())
                .as("the days of ClickHouse")
                .isEqualTo(users);
    }

    // B84
    @Test
    void aLocalPoolIssuesInBoundedTransactionsAndASecondRunGivesNobodyMore() {
        InMemoryEventPublisher events = new InMemoryEventPublisher();
        try (RealHost host = local(events)) {
            long template = host.published(RealHost.sale(10_000, 1));
            List<Long> progress = new ArrayList<>();

            ChunkReport first = run(host, template, ids(5_000), progress);
            ChunkReport second = run(host, template, ids(5_000), new ArrayList<>());

            assertThat(progress).containsExactly(1_000L, 2_000L, 3_000L, 4_000L, 5_000L);
            assertThat(first.counts()).containsExactlyEntriesOf(Map.of(GrabStatus.GRANTED, 5_000));
            assertThat(second.counts()).containsExactlyEntriesOf(Map.of(GrabStatus.ALREADY_GRANTED, 5_000));
            assertOneEach(host, template, 5_000);
            assertThat(host.stored.counted(template)).isEqualTo(5_000);
            host.engine.publishEvents();
            assertThat(events.batches()).allMatch(batch -> batch.events().size() <= 1_024);
            assertThat(events.events()).extracting(CouponEvent::code).doesNotHaveDuplicates();
            assertThat(events.events()).hasSize(5_000);
        }
    }

    // B85
    @Test
    void aBadUserIsNamedAndRunningTheJobAgainAfterItIsMendedGivesNobodyASecondCoupon() {
        try (RealHost host = local(new InMemoryEventPublisher())) {
            long template = host.published(RealHost.sale(10_000, 3));
            List<Long> bad = ids(5_000);
            bad.set(4_000, -7L);

            for (int attempt = 0; attempt < 3; attempt++) {
                assertThatThrownBy(() -> run(host, template, bad, new ArrayList<>()))
                        .isInstanceOf(InvalidInputException.class)
                        .hasMessageContaining("userIds[4000] = -7");
                assertOneEach(host, template, 4_000);
            }
            run(host, template, ids(5_000), new ArrayList<>());

            assertOneEach(host, template, 5_000);
            assertThat(host.stored.counted(template)).isEqualTo(5_000);
        }
    }

    @Test
    void whenTheStockDoesNotReachTheReportNamesThoseWhoGotNothing() {
        try (RealHost host = local(new InMemoryEventPublisher())) {
            long template = host.published(RealHost.sale(1_200, 1));

            ChunkReport report = run(host, template, ids(2_000), new ArrayList<>());

            assertThat(report.granted()).isEqualTo(1_200);
            assertThat(report.counts()).containsEntry(GrabStatus.SOLD_OUT, 800);
            Set<Long> gotNothing = new HashSet<>(ids(2_000));
            gotNothing.removeAll(host.stored.perUser(template).keySet());
            assertThat(report.refused().keySet()).isEqualTo(gotNothing);
        }
    }

    private static RealHost local(InMemoryEventPublisher events) {
        return new RealHost(
                SqlServer.shared(SqlVariant.H2).newDatabase(), new InMemoryStockGate(TimeSource.system()), events);
    }

    private static ChunkReport run(RealHost host, long template, List<Long> users, List<Long> progress) {
        LocalChunkPool pool = new LocalChunkPool(host.engine.massIssue(), 2);
        try (pool) {
            host.engine.massIssue().submit("new-year", template, users.iterator(), pool, progress::add);
        }
        return pool.report();
    }

    private static void submit(RealHost host, long template, int users, KafkaChunkSender sender) {
        assertThat(host.engine
                        .massIssue()
                        .submit(
                                "spring",
                                template,
                                LongStream.rangeClosed(1, users).iterator(),
                                sender,
                                sent -> {}))
                .isEqualTo(users);
    }

    private static List<Long> ids(int users) {
        return new ArrayList<>(LongStream.rangeClosed(1, users).boxed().toList());
    }

    private static void assertOneEach(RealHost host, long template, int users) {
        Map<Long, Integer> expected = new HashMap<>();
        LongStream.rangeClosed(1, users).forEach(user -> expected.put(user, 1));
        assertThat(host.stored.perUser(template)).isEqualTo(expected);
    }
}
