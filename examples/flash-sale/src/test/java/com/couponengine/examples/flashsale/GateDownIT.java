package com.couponengine.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.core.EngineOptions.GateDown;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A Redis that is frozen (SIGSTOP): connections stay open, nothing answers. */
@Timeout(120)
class GateDownIT {
    private static final Duration CALL_LIMIT = Duration.ofSeconds(10);
    private static final long TOTAL = 50;
    private static final int CALLERS = 200;

    private final SqlDatabase database = SqlServer.shared(SqlVariant.MARIADB).newDatabase();
    private final RedisServer redis = RedisServer.start(RedisServer.Persistence.NONE);
    private final RedisStockGate gate = RedisStockGate.builder()
            .uri(redis.url())
            .callTimeout(Duration.ofMillis(300))
            .build();
    private final RealHost host = new RealHost(database, gate);

    @AfterEach
    void close() {
        host.close();
        gate.close();
        redis.close();
    }

    private CouponEngine engine(GateDown choice) {
        return CouponEngine.builder()
                .repository(host.repository)
                .gate(gate)
                .options(EngineOptions.builder()
                        .gateDown(choice)
                        .databaseOnlyMax(CALLERS)
                        .callLimit(CALL_LIMIT)
                        .reconcileEvery(Duration.ZERO)
                        .build())
                .build();
    }

    @Test
    void aFrozenGateMeansRefusalsWithinTheLimitAndNothingIsLostWhenItIsBack() throws Exception {
        try (CouponEngine engine = engine(GateDown.REFUSE)) {
            long template = host.published(RealHost.sale(TOTAL, 1));
            redis.pause();
            assertThat(statuses(crowd(engine, template, false))).isEqualTo(Map.of(GrabStatus.UNAVAILABLE, CALLERS));
            redis.resume();
            assertSoldExactlyAfterwards(engine, template);
        }
    }

    @Test
    void withTheDatabaseAloneTheLastUnitIsTheLastAndTheGateAgreesWhenItIsBack() throws Exception {
        try (CouponEngine engine = engine(GateDown.DATABASE_ONLY)) {
            long template = host.published(RealHost.sale(TOTAL, 1));
            redis.pause();
            assertThat(statuses(crowd(engine, template, false)))
                    .isEqualTo(Map.of(GrabStatus.GRANTED, (int) TOTAL, GrabStatus.SOLD_OUT, CALLERS - (int) TOTAL));
            redis.resume();
            assertSoldExactlyAfterwards(engine, template);
        }
    }

    /** All tries again, reconciled: every unit has an owner, and gate and rows say the same. */
    private void assertSoldExactlyAfterwards(CouponEngine engine, long template) {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            Map<GrabStatus, Integer> again = statuses(crowd(engine, template, true));
            engine.reconciler().reconcile();
            assertThat(again.getOrDefault(GrabStatus.GRANTED, 0) + again.getOrDefault(GrabStatus.ALREADY_GRANTED, 0))
                    .isEqualTo((int) TOTAL);
            assertThat(host.stored.rows(template)).hasSize((int) TOTAL);
            assertThat(host.stored.counted(template)).isEqualTo(TOTAL);
            assertThat(host.stored.perUser(template).values()).allMatch(has -> has == 1);
            assertThat(gate.view(RealHost.share(template)).map(GateView::remaining))
                    .isEqualTo(Optional.of(0L));
        });
    }

    private static List<CompletableFuture<GrabResult>> crowd(CouponEngine engine, long template, boolean again) {
        List<CompletableFuture<GrabResult>> answers = new ArrayList<>();
        for (long user = 1; user <= CALLERS; user++) {
            answers.add(engine.grabAsync(new GrabRequest(user, template, "wish", again)));
        }
        return answers;
    }

    private static Map<GrabStatus, Integer> statuses(List<CompletableFuture<GrabResult>> answers) throws Exception {
        Map<GrabStatus, Integer> statuses = new EnumMap<>(GrabStatus.class);
        for (CompletableFuture<GrabResult> answer : answers) {
            statuses.merge(
                    answer.get(CALL_LIMIT.plusSeconds(2).toMillis(), TimeUnit.MILLISECONDS)
                            .status(),
                    1,
                    Integer::sum);
        }
        return statuses;
    }
}
