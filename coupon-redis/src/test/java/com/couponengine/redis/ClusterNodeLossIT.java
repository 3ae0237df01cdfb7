package com.couponengine.redis;

import static com.couponengine.redis.TestGates.load;
import static com.couponengine.redis.TestGates.newShare;
import static com.couponengine.redis.TestGates.request;
import static com.couponengine.redis.TestGates.reserve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.ReserveAnswer.Status;
import com.couponengine.core.gate.ShareId;
import com.couponengine.redis.server.RedisClusterServers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cluster that loses one of its masters: that one's shares are away, the others are not. */
@Timeout(180)
class ClusterNodeLossIT {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(1);
    /** For a machine that is busy with other tests. */
    private static final Duration SLACK = Duration.ofSeconds(3);

    private RedisClusterServers cluster;
    private RedisStockGate gate;
    private ShareId lost;
    private ShareId kept;
    private int master;

    @BeforeEach
    void start() {
        cluster = RedisClusterServers.start();
        gate = RedisStockGate.builder()
                .cluster(TestGates.addresses(cluster))
                .callTimeout(CALL_TIMEOUT)
                .build();
        lost = newShare();
        master = cluster.ownerOf(TestGates.keyOf(lost));
        do {
            kept = newShare();
        } while (cluster.ownerOf(TestGates.keyOf(kept)) == master);
        for (ShareId share : List.of(lost, kept)) {
            gate.load(load(share, 1, 10L, 1));
            assertThat(reserve(gate, share, 1, "r").status()).isEqualTo(Status.RESERVED);
        }
    }

    @AfterEach
    void stop() {
        if (gate != null) {
            gate.close();
        }
        cluster.close();
    }

    private void theLostShareFailsInTimeAndTheOtherWorks() {
        for (long user = 2; user <= 5; user++) {
            long start = System.nanoTime();
            Throwable failure = catchThrowable(() -> gate.reserve(lost, List.of(request(9, "r"))));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(CALL_TIMEOUT.plus(SLACK));
            assertThat(failure).isInstanceOf(CouponEngineException.class);
            assertThat(reserve(gate, kept, user, "r").status()).isEqualTo(Status.RESERVED);
        }
    }

    @Test
    void aKilledMasterTakesOnlyItsSharesAlongAndIsNotTrustedWhenItComesBackEmpty() {
        cluster.killNine(master);
        theLostShareFailsInTimeAndTheOtherWorks();

        cluster.restart(master);
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(reserve(gate, lost, 2, "r").status()).isEqualTo(Status.NOT_LOADED));
        gate.load(load(lost, 2, 9L, 1));
        assertThat(gate.view(lost)).contains(new GateView(2, 9L, 0));
        assertThat(gate.view(kept)).contains(new GateView(1, 5L, 5));
    }

    @Test
    void aFrozenMasterTakesOnlyItsSharesAlongAndIsThereAgainWhenItWakes() {
        cluster.pause(master);
        try {
            theLostShareFailsInTimeAndTheOtherWorks();
        } finally {
            cluster.resume(master);
        }
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(reserve(gate, lost, 1, "r").status()).isEqualTo(Status.RESERVED));
    }
}
