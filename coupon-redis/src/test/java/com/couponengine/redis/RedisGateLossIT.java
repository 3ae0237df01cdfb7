package com.couponengine.redis;

import static com.couponengine.redis.TestGates.keyOf;
import static com.couponengine.redis.TestGates.load;
import static com.couponengine.redis.TestGates.request;
import static com.couponengine.redis.TestGates.requests;
import static com.couponengine.redis.TestGates.reserve;
import static com.couponengine.redis.TestGates.settlement;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveAnswer.Status;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement.Outcome;
import com.couponengine.core.gate.ShareId;
import com.couponengine.redis.server.RedisServer;
import com.couponengine.redis.server.RedisServer.Persistence;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.RedisClient;

/** What the server may lose, and how the gate tells. */
@Timeout(120)
class RedisGateLossIT {
    private final ShareId share = TestGates.newShare();
    private RedisServer server;
    private RedisStockGate gate;

    @BeforeEach
    void start() {
        server = RedisServer.start(Persistence.NONE);
        gate = TestGates.at(server).build();
        gate.load(load(share, 5, 100L, 1));
        assertThat(gate.reserve(share, requests(1, 10))).allMatch(answer -> answer.status() == Status.RESERVED);
    }

    @AfterEach
    void stop() {
        gate.close();
        server.close();
    }

    @Test
    void forgottenScriptsAreSentAgain() {
        try (RedisClient raw = TestGates.raw(server)) {
            TestGates.send(raw, "SCRIPT", "FLUSH");
        }
        assertThat(reserve(gate, share, 11, "r").status()).isEqualTo(Status.RESERVED);
        assertThat(gate.view(share)).contains(new GateView(5, 89L, 11));
        assertThat(gate.overdue(share, Instant.MAX, 100)).hasSize(11);
        assertThat(gate.load(load(share, 6, 50L, 1))).isTrue();
    }

    @Test
    void aFlushIsNoticedByTheNextCall() {
        try (RedisClient raw = TestGates.raw(server)) {
            raw.flushAll();
        }
        assertLostUntilLoaded(5);
    }

    @Test
    void aRestartThatForgetsEverythingIsNoticed() {
        server.killNine();
        server.restart();
        assertLostUntilLoaded(5);
    }

    @Test
    void aRestartWithACopyFromBeforeIsNotTrusted() {
        try (RedisClient raw = TestGates.raw(server)) {
            TestGates.send(raw, "SAVE");
        }
        gate.reserve(share, requests(11, 30));
        server.killNine();
        server.restart();

        try (RedisClient raw = TestGates.raw(server)) {
            assertThat(raw.hget(keyOf(share), "left")).as("the old copy").isEqualTo("90");
        }
        assertLostUntilLoaded(6);
    }

    @Test
    void aRestartThatKeptEverythingIsNotTrustedEither() {
        try (RedisServer keeper = RedisServer.start(Persistence.ALWAYS);
                RedisStockGate kept = TestGates.at(keeper).build()) {
            kept.load(load(share, 5, 100L, 1));
            kept.reserve(share, requests(1, 10));
            keeper.killNine();
            keeper.restart();

            assertThat(reserve(kept, share, 11, "r").status()).isEqualTo(Status.NOT_LOADED);
            assertThat(kept.load(load(share, 5, 100L, 1)))
                    .as("what the same epoch said of the stock is out of date")
                    .isFalse();
            assertThat(kept.load(load(share, 6, 90L, 1))).isTrue();
            assertThat(kept.view(share)).contains(new GateView(6, 90L, 0));
        }
    }

    @Test
    void evictedReservationsAreNoticed() {
        unlink("r");
        assertLostUntilLoaded(6);
    }

    @Test
    void evictedDeadlinesAreNoticed() {
        unlink("d");
        assertLostUntilLoaded(6);
    }

    @Test
    void anEvictedShareIsNoticed() {
        try (RedisClient raw = TestGates.raw(server)) {
            raw.unlink(keyOf(share));
        }
        assertLostUntilLoaded(5);
    }

    @Test
    void anEvictedBucketMakesCountsLowButLosesNoUnit() {
        ReserveRequest second = request(1, "second");
        try (RedisClient raw = TestGates.raw(server)) {
            raw.keys("*:[0-9]*").stream().filter(key -> key.matches(".*:\\d+")).forEach(raw::unlink);
        }
        ReserveAnswer answer = gate.reserve(share, List.of(second)).get(0);

        assertThat(answer.status()).isEqualTo(Status.RESERVED);
        assertThat(gate.view(share)).contains(new GateView(5, 89L, 11));
        gate.settle(share, List.of(settlement(second, answer, Outcome.RELEASE)));
        assertThat(gate.view(share)).contains(new GateView(5, 90L, 10));
    }

    @Test
    void aKeyReservedTwiceAfterItsBucketWasEvictedIsNoticed() {
        try (RedisClient raw = TestGates.raw(server)) {
            raw.keys("*").stream().filter(key -> key.matches(".*:\\d+")).forEach(raw::unlink);
        }
        gate.reserve(share, requests(1, 10));
        assertLostUntilLoaded(6);
    }

    @Test
    void aSpoiltBucketGivesTheShareUp() {
        try (RedisClient raw = TestGates.raw(server)) {
            for (String key : raw.keys("*")) {
                if (key.matches(".*:\\d+")) {
                    raw.set(key, "spoilt");
                }
            }
        }
        assertThat(gate.reserve(share, requests(1, 10)))
                .extracting(ReserveAnswer::status)
                .containsOnly(Status.NOT_LOADED);
        assertLostUntilLoaded(6);
    }

    @Test
    void aSpoiltShareIsNotLoaded() {
        try (RedisClient raw = TestGates.raw(server)) {
            raw.set(keyOf(share), "spoilt");
        }
        assertLostUntilLoaded(6);
    }

    @Test
    void lateWritesOfAnOlderEpochChangeNothing() {
        ReserveRequest request = request(50, "r");
        ReserveAnswer answer = gate.reserve(share, List.of(request)).get(0);
        try (RedisStockGate rebuilder = TestGates.at(server).build()) {
            rebuilder.load(load(share, 7, 60L, 1));
            assertThat(gate.load(load(share, 6, 100L, 1))).isFalse();
            gate.settle(share, List.of(settlement(request, answer, Outcome.RELEASE)));
            assertThat(rebuilder.view(share)).contains(new GateView(7, 60L, 0));
        }
    }

    /** Every call says that the share is not there and changes nothing, until a new enough epoch comes. */
    private void assertLostUntilLoaded(long newEpoch) {
        ReserveRequest request = request(1, "r-1");
        String before = everything();
        assertThat(gate.reserve(share, List.of(request, request(2, "r-2"))))
                .containsOnly(ReserveAnswer.refused(Status.NOT_LOADED, 0));
        gate.settle(
                share,
                List.of(settlement(
                        request, new ReserveAnswer(Status.RESERVED, request.code(), 1, 5), Outcome.RELEASE)));
        assertThat(gate.view(share)).isEmpty();
        assertThat(gate.overdue(share, Instant.MAX, 100)).isEmpty();
        assertThat(everything()).isEqualTo(before);

        assertThat(gate.load(load(share, newEpoch, 70L, 1))).isTrue();
        assertThat(gate.view(share)).contains(new GateView(newEpoch, 70L, 0));
        assertThat(reserve(gate, share, 1, "r-1").status()).isEqualTo(Status.RESERVED);
    }

    private String everything() {
        try (RedisClient raw = TestGates.raw(server)) {
            return raw.keys("*").stream()
                            .sorted()
                            .map(key -> key + raw.type(key))
                            .toList()
                    + String.valueOf(raw.type(keyOf(share)).equals("hash") ? raw.hgetAll(keyOf(share)) : "");
        }
    }

    private void unlink(String name) {
        try (RedisClient raw = TestGates.raw(server)) {
            assertThat(raw.unlink(keyOf(share) + ":" + raw.hget(keyOf(share), "generation") + ":" + name))
                    .isEqualTo(1);
        }
    }
}
