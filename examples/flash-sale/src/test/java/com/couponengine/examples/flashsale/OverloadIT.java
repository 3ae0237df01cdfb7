package com.couponengine.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.server.FaultProxy;
import com.couponengine.jdbc.JdbcCouponRepository;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import com.couponengine.redis.RedisStockGate;
import com.couponengine.redis.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** More callers than a slow database can serve. */
class OverloadIT {
    private static final int CALLERS = 20_000;
    private static final int WAITING_MAX = 500;
    private static final int LANES = 4;
    private static final long TOTAL = 100_000;

    @Test
    void aSlowDatabaseIsAnsweredWithBusyAndForgottenWhenItIsFastAgain() throws Exception {
        SqlServer server = SqlServer.shared(SqlVariant.MARIADB);
        SqlDatabase database = server.newDatabase();
        StoredCoupons stored = new StoredCoupons(database);
        try (FaultProxy proxy = FaultProxy.before(server.port());
                RedisStockGate gate = RealHost.redisGate(RedisServer.shared().url(), database);
                JdbcCouponRepository repository = repository(database.through(proxy));
                CouponEngine engine = CouponEngine.builder()
                        .repository(repository)
                        .gate(gate)
                        .options(EngineOptions.builder()
                                .waitingMax(WAITING_MAX)
                                .issueLanes(LANES)
                                .reservationLimit(Duration.ofSeconds(1))
                                .reconcileEvery(Duration.ZERO)
                                .build())
                        .build()) {
            long template =
                    engine.templates().create(RealHost.sale(TOTAL, 1).build()).id();
            engine.templates().publish(template);
            assertThat(engine.grab(CALLERS + 1, template, "first").status()).isEqualTo(GrabStatus.GRANTED);

            proxy.latency(Duration.ofMillis(200));
            Map<GrabStatus, Integer> slow = statuses(answers(engine, template, 1, "slow"));
            System.out.println("with a database slowed to 200 ms: " + slow);
            assertThat(slow.keySet())
                    .isSubsetOf(
                            GrabStatus.GRANTED, GrabStatus.BUSY, GrabStatus.OUTCOME_UNKNOWN, GrabStatus.UNAVAILABLE);
            assertThat(slow.get(GrabStatus.BUSY)).isGreaterThan(CALLERS / 2);
            assertThat(slow.get(GrabStatus.GRANTED)).isPositive();

            proxy.normal();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> engine.grab(CALLERS + 2, template, "after").coupon() != null);
            List<CompletableFuture<GrabResult>> after = new ArrayList<>();
            for (int user = 1; user <= WAITING_MAX / 2; user++) {
                after.add(engine.grabAsync(GrabRequest.of(CALLERS * 10L + user, template, "after")));
            }
            assertThat(statuses(after)).containsOnlyKeys(GrabStatus.GRANTED);

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> engine.reconciler().reconcile().isClean()
                            && gate.view(new ShareId(template, 0))
                                    .equals(Optional.of(asStored(stored, gate, template))));
            assertThat(stored.rows(template)).hasSizeGreaterThanOrEqualTo(slow.get(GrabStatus.GRANTED) + after.size());
            assertThat(stored.perUser(template).values()).allMatch(has -> has == 1);
            assertThat(stored.counted(template)).isEqualTo(stored.rows(template).size());
        }
    }

    /** What the gate has to say when it agrees with the rows and nothing is under way. */
    private static GateView asStored(StoredCoupons stored, RedisStockGate gate, long template) {
        long epoch = gate.view(new ShareId(template, 0)).map(GateView::epoch).orElse(-1L);
        return new GateView(epoch, TOTAL - stored.rows(template).size(), 0);
    }

    private static JdbcCouponRepository repository(SqlDatabase database) {
        return JdbcCouponRepository.builder()
                .database(database.url(), database.user(), database.password())
                .installSchema()
                .open();
    }

    private static List<CompletableFuture<GrabResult>> answers(
            CouponEngine engine, long template, long firstUser, String request) {
        List<CompletableFuture<GrabResult>> answers = new ArrayList<>();
        for (long user = firstUser; user < firstUser + CALLERS; user++) {
            answers.add(engine.grabAsync(GrabRequest.of(user, template, request)));
        }
        return answers;
    }

    private static Map<GrabStatus, Integer> statuses(List<CompletableFuture<GrabResult>> answers) throws Exception {
        Map<GrabStatus, Integer> statuses = new EnumMap<>(GrabStatus.class);
        for (CompletableFuture<GrabResult> answer : answers) {
            statuses.merge(answer.get(30, TimeUnit.SECONDS).status(), 1, Integer::sum);
        }
        return statuses;
    }
}
