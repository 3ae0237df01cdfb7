package com.couponengine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.core.TimeSource;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.memory.InMemoryCouponRepository;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import com.couponengine.redis.server.RedisSentinelServers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.RedisClient;

/** A sale whose Redis fails over to a replica in the middle. The database is in memory and loses nothing. */
@Timeout(180)
class SentinelFailoverIT {
    private static final long TOTAL = 30;

    private final InMemoryCouponRepository database = new InMemoryCouponRepository(TimeSource.system());
    private RedisSentinelServers servers;
    private RedisStockGate gate;
    private CouponEngine engine;
    private ShareId share;

    @BeforeEach
    void start() {
        servers = RedisSentinelServers.start();
        gate = RedisStockGate.builder()
                .sentinel(servers.masterName(), List.of("127.0.0.1:" + servers.sentinelPort()))
                .callTimeout(Duration.ofSeconds(2))
                .build();
        engine = CouponEngine.builder()
                .repository(database)
                .gate(gate)
                .options(EngineOptions.builder()
                        .callLimit(Duration.ofSeconds(10))
                        .reconcileEvery(Duration.ZERO)
                        .soldOutMax(Duration.ofMillis(50))
                        .build())
                .build();
        Instant now = Instant.now();
        Template template = engine.templates()
                .create(TemplateSpec.builder()
                        .name("failover")
                        .discount(Discount.amountOff("5.00", "CNY"))
                        .total(TOTAL)
                        .grabWindow(now.minusSeconds(60), now.plus(Duration.ofHours(1)))
                        .validity(Validity.daysAfterGrab(1))
                        .build());
        engine.templates().publish(template.id());
        share = new ShareId(template.id(), 0);
    }

    @AfterEach
    void stop() {
        if (engine != null) {
            engine.close();
            gate.close();
        }
        servers.close();
    }

    private Map<GrabStatus, Long> grabs(long firstUser, long lastUser) {
        return LongStream.rangeClosed(firstUser, lastUser)
                .mapToObj(user -> engine.grab(user, share.templateId(), "r").status())
                .collect(Collectors.groupingBy(status -> status, Collectors.counting()));
    }

    private String left(int port) {
        try (RedisClient raw = RedisClient.create("127.0.0.1", port)) {
            return raw.hget(TestGates.keyOf(share), "left");
        }
    }

    private long issued() {
        return database.issues().stock(share.templateId()).get(0).issued();
    }

    @Test
    void takesThatTheNewMasterNeverHeardOfAreNotGivenOutTwice() { // B09
        assertThat(grabs(1, 10)).containsOnly(Map.entry(GrabStatus.GRANTED, 10L));
        await().until(() -> gate.view(share).orElseThrow().reserved() == 0 && "20".equals(left(servers.replicaPort())));

        int oldMaster = servers.masterPort();
        int newMaster = servers.replicaPort();
        servers.cutReplication();
        assertThat(grabs(11, 20)).containsOnly(Map.entry(GrabStatus.GRANTED, 10L));
        servers.killMaster();
        servers.awaitFailoverFrom(oldMaster);

        assertThat(left(newMaster)).as("ten takes are forgotten").isEqualTo("20");
        await("the gate has found the new master")
                .ignoreExceptions()
                .until(() -> gate.view(share).isEmpty());
        assertThat(grabs(21, 60)).isEqualTo(Map.of(GrabStatus.GRANTED, 10L, GrabStatus.SOLD_OUT, 30L));
        assertThat(issued()).isEqualTo(TOTAL);
        await().untilAsserted(() -> assertThat(gate.view(share))
                .contains(new GateView(
                        database.issues().stock(share.templateId()).get(0).epoch(), 0L, 0)));
    }

    @Test
    void aSaleOverAFailoverAnswersInTimeAndEndsExactlySold() {
        int oldMaster = servers.masterPort();
        grabs(1, 10);
        servers.killMaster();
        long slowestMillis = 0;
        long user = 11;
        while (servers.masterPort() == oldMaster) {
            long start = System.nanoTime();
            assertThat(engine.grab(user++, share.templateId(), "r").status())
                    .isIn(GrabStatus.UNAVAILABLE, GrabStatus.GRANTED, GrabStatus.OUTCOME_UNKNOWN);
            slowestMillis = Math.max(slowestMillis, (System.nanoTime() - start) / 1_000_000);
        }
        System.out.println("slowest answer during the failover: " + slowestMillis + " ms");
        assertThat(slowestMillis).isLessThan(10_000);
        servers.awaitFailoverFrom(oldMaster);

        await("the gate has found the new master").ignoreExceptions().until(() -> {
            gate.view(share);
            return true;
        });
        engine.reconciler().reconcile();
        for (long round = 0; round < 5 && issued() < TOTAL; round++) {
            grabs(1_000 + 100 * round, 1_099 + 100 * round);
        }
        assertThat(issued()).isEqualTo(TOTAL);
    }
}
