package com.couponengine.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.contract.Race;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import com.couponengine.redis.RedisStockGate;
import com.couponengine.redis.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.RedisClient;

/** A limited coupon and a crowd, on real Redis and every database. */
@Timeout(180)
class SaleIT {
    private static final int STOCK = 1_000;
    private static final int TOGETHER = 1_024;

    private static final class OwnRedis {
        static final RedisServer SERVER = RedisServer.start(RedisServer.Persistence.NONE);
        private static boolean used;

        private OwnRedis() {}

        static RedisServer get() {
            used = true;
            return SERVER;
        }
    }

    @AfterAll
    static void close() {
        if (OwnRedis.used) {
            OwnRedis.SERVER.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRESQL", "H2"})
    void exactlyTheStockIsSoldAndNobodyGetsTwo(SqlVariant variant) {
        sell(variant, 20_000, 2, 1);
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRESQL", "H2"})
    void exactlyTheStockIsSoldAndNobodyGetsMoreThanThree(SqlVariant variant) {
        sell(variant, 20_000, 10, 3);
    }

    private static void sell(SqlVariant variant, int users, int triesEach, int limit) {
        var database = SqlServer.shared(variant).newDatabase();
        try (RedisStockGate gate = RealHost.redisGate(RedisServer.shared().url(), database);
                RealHost host = new RealHost(database, gate)) {
            long template = host.published(RealHost.sale(STOCK, limit));

            Outcome outcome = race(host, crowd(template, users, triesEach), granted -> {});

            Map<Long, Integer> perUser = host.stored.perUser(template);
            assertThat(outcome.counts.keySet())
                    .isSubsetOf(EnumSet.of(GrabStatus.GRANTED, GrabStatus.SOLD_OUT, GrabStatus.LIMIT_REACHED));
            assertThat(outcome.counts).containsEntry(GrabStatus.GRANTED, STOCK);
            assertThat(perUser.values()).allMatch(has -> has <= limit);
            assertThat(perUser.values()).contains(limit);
            assertSoldExactly(host, template, outcome.codes);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRESQL", "H2"})
    void withTheGateLostInTheMiddleNoMoreThanTheStockIsSoldAndInTheEndAllOfIt(SqlVariant variant) {
        int limit = 2;
        int users = 2_000;
        RedisServer redis = OwnRedis.get();
        var database = SqlServer.shared(variant).newDatabase();
        try (RedisClient around = RedisClient.create(redis.url());
                RedisStockGate gate = RealHost.redisGate(redis.url(), database);
                RealHost host = new RealHost(database, gate)) {
            long template = host.published(RealHost.sale(STOCK, limit));
            List<GrabRequest> crowd = crowd(template, users, 4);
            Outcome outcome;
            RowWatcher watcher = new RowWatcher(database, template);
            try (watcher) {
                outcome = race(host, crowd, granted -> {
                    if (granted == 200 || granted == 500 || granted == 800) {
                        around.flushAll();
                    }
                });
                host.engine.reconciler().reconcile();
                Outcome oneMoreEach = race(host, oneMoreEach(template, users), granted -> {});
                outcome.codes.addAll(oneMoreEach.codes);
            }

            assertThat(watcher.looks()).isGreaterThan(2);
            assertThat(watcher.mostRows()).isLessThanOrEqualTo(STOCK);
            assertThat(watcher.mostOfOneUser()).isLessThanOrEqualTo(limit);
            assertThat(outcome.counts.get(GrabStatus.GRANTED))
                    .as("the gate was lost in the middle")
                    .isGreaterThan(200);
            assertThat(host.stored.perUser(template).values()).allMatch(has -> has <= limit);
            assertSoldExactly(host, template, outcome.codes);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRESQL", "H2"})
    void withAGateThatPromisesTooMuchTheDatabaseAloneKeepsStockAndLimit(SqlVariant variant) {
        int limit = 2;
        var database = SqlServer.shared(variant).newDatabase();
        try (RedisStockGate gate = RealHost.redisGate(RedisServer.shared().url(), database);
                RealHost host = new RealHost(database, new GenerousGate(gate))) {
            long template = host.published(RealHost.sale(STOCK, limit));

            Outcome outcome = race(host, crowd(template, 1_000, 4), granted -> {});

            List<StoredCoupons.Row> rows = host.stored.rows(template);
            assertThat(outcome.counts).containsEntry(GrabStatus.GRANTED, STOCK);
            assertThat(rows).hasSize(STOCK);
            assertThat(rows).extracting(StoredCoupons.Row::code).containsAll(outcome.codes);
            assertThat(host.stored.counted(template)).isEqualTo(STOCK);
            assertThat(host.stored.perUser(template).values()).allMatch(has -> has <= limit);
        }
    }

    private static void assertSoldExactly(RealHost host, long template, List<String> toldToCallers) {
        List<StoredCoupons.Row> rows = host.stored.rows(template);
        assertThat(rows).hasSize(STOCK);
        Set<String> codes = new HashSet<>();
        Set<String> requests = new HashSet<>();
        rows.forEach(row -> {
            codes.add(row.code());
            requests.add(row.userId() + "/" + row.requestId());
        });
        assertThat(codes).hasSize(STOCK);
        assertThat(requests).as("one coupon for one request").hasSize(STOCK);
        assertThat(codes).as("every coupon that a caller saw is a row").containsAll(toldToCallers);
        assertThat(host.stored.counted(template)).isEqualTo(STOCK);
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            GateView view = host.gate.view(RealHost.share(template)).orElseThrow();
            assertThat(view.remaining()).isZero();
            assertThat(view.reserved()).isZero();
        });
    }

    /** What callers were told. */
    private static final class Outcome {
        final Map<GrabStatus, Integer> counts = new EnumMap<>(GrabStatus.class);
        final List<String> codes = new ArrayList<>();
    }

    /** Told how many coupons were granted so far, once for each. */
    private interface OnGrant {
        void granted(int soFar);
    }

    private static Outcome race(RealHost host, List<GrabRequest> crowd, OnGrant onGrant) {
        ConcurrentLinkedQueue<GrabRequest> waiting = new ConcurrentLinkedQueue<>(crowd);
        AtomicInteger granted = new AtomicInteger();
        Outcome outcome = new Outcome();
        List<List<GrabResult>> results = Race.run(number -> {
            List<GrabResult> mine = new ArrayList<>();
            for (GrabRequest request = waiting.poll(); request != null; request = waiting.poll()) {
                GrabResult result = host.engine.grab(request);
                mine.add(result);
                if (result.status() == GrabStatus.GRANTED) {
                    onGrant.granted(granted.incrementAndGet());
                }
            }
            return mine;
        });
        for (List<GrabResult> ofThread : results) {
            for (GrabResult result : ofThread) {
                outcome.counts.merge(result.status(), 1, Integer::sum);
                if (result.coupon() != null) {
                    outcome.codes.add(result.coupon().code().toString());
                }
            }
        }
        System.out.println(
                host.database.variant() + ", template " + crowd.get(0).templateId() + ": " + outcome.counts);
        return outcome;
    }

    /** One more wish of everybody, also of those who have all they may have. */
    private static List<GrabRequest> oneMoreEach(long template, int users) {
        return crowd(template, users, 1).stream()
                .map(request -> GrabRequest.of(request.userId(), template, "one-more"))
                .toList();
    }

    /** Users in any order, the tries of each close to one another. */
    private static List<GrabRequest> crowd(long template, int users, int triesEach) {
        long seed = new Random().nextLong();
        System.out.println("crowd of template " + template + ": seed " + seed);
        Random random = new Random(seed);
        List<Long> order = new ArrayList<>();
        for (long user = 1; user <= users; user++) {
            order.add(user);
        }
        Collections.shuffle(order, random);
        List<GrabRequest> crowd = new ArrayList<>();
        for (long user : order) {
            for (int number = 1; number <= triesEach; number++) {
                crowd.add(GrabRequest.of(user, template, "wish-" + number));
            }
        }
        for (int from = 0; from < crowd.size(); from += TOGETHER) {
            Collections.shuffle(crowd.subList(from, Math.min(from + TOGETHER, crowd.size())), random);
        }
        return crowd;
    }
}
