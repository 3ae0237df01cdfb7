package com.couponengine.redis;

import static com.couponengine.redis.TestGates.load;
import static com.couponengine.redis.TestGates.request;
import static com.couponengine.redis.TestGates.settlement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveAnswer.Status;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement.Outcome;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.server.FaultProxy;
import com.couponengine.core.server.FreePorts;
import com.couponengine.redis.server.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a caller hears, and when, while the way to the server is broken. */
@Timeout(120)
class RedisGateFaultsIT {
    private static final Duration CALL_TIMEOUT = Duration.ofMillis(800);
    /** For a machine that is busy with other tests. */
    private static final Duration SLACK = Duration.ofSeconds(3);

    private final ShareId share = TestGates.newShare();
    private FaultProxy proxy;
    private RedisStockGate straight;
    private RedisStockGate gate;

    @BeforeEach
    void open() {
        RedisServer server = RedisServer.shared();
        proxy = FaultProxy.before(server.host(), server.port());
        straight = TestGates.at(server).build();
        gate = RedisStockGate.builder()
                .uri("redis://127.0.0.1:" + proxy.port())
                .callTimeout(CALL_TIMEOUT)
                .build();
        straight.load(load(share, 1, 10L, 2));
    }

    @AfterEach
    void close() {
        gate.close();
        straight.close();
        proxy.close();
    }

    private static <E extends CouponEngineException> E inTime(ThrowingCallable call, Class<E> type) {
        long start = System.nanoTime();
        E failure = catchThrowableOfType(type, call);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        assertThat(failure).as("after %s", took).isNotNull();
        assertThat(took).isLessThan(CALL_TIMEOUT.plus(SLACK));
        return failure;
    }

    private ReserveAnswer reserve(ReserveRequest request) {
        return gate.reserve(share, List.of(request)).get(0);
    }

    @Test
    void aRefusedConnectionMeansThatNothingWasDone() {
        proxy.refuse();
        inTime(() -> reserve(request(1, "r")), CouponEngineException.class);
        proxy.normal();
        assertThat(reserve(request(1, "r")).status()).isEqualTo(Status.RESERVED);
        assertThat(straight.view(share)).contains(new GateView(1, 9L, 1));
    }

    @Test
    void aPortThatNobodyListensOnMeansThatNothingWasDone() {
        try (RedisStockGate nowhere = RedisStockGate.builder()
                .uri("redis://127.0.0.1:" + FreePorts.next())
                .callTimeout(CALL_TIMEOUT)
                .build()) {
            inTime(() -> nowhere.reserve(share, List.of(request(1, "r"))), StoreUnavailableException.class);
            inTime(() -> nowhere.view(share), StoreUnavailableException.class);
            inTime(nowhere::check, StoreUnavailableException.class);
        }
    }

    @Test
    void anAnswerThatDoesNotComeIsUnknownInTime() {
        reserve(request(1, "warm"));
        proxy.blackHole();
        ReserveRequest stalled = request(2, "r");

        inTime(() -> reserve(stalled), OutcomeUnknownException.class);
        inTime(() -> gate.view(share), StoreUnavailableException.class);
        inTime(() -> gate.load(load(share, 2, 5L, 1)), CouponEngineException.class);

        proxy.normal();
        assertThat(reserve(stalled).status()).as("the same request again").isEqualTo(Status.RESERVED);
    }

    @Test
    void aCutAnswerIsUnknownAndTheSameRequestAgainFindsItsReservation() {
        reserve(request(1, "warm"));
        proxy.cutAnswers();
        ReserveRequest cut = request(2, "r");

        inTime(() -> reserve(cut), OutcomeUnknownException.class);
        assertThat(straight.view(share)).as("it was done").contains(new GateView(1, 8L, 2));

        proxy.normal();
        ReserveAnswer again = reserve(request(2, "r"));
        assertThat(again.status()).isEqualTo(Status.RESERVED);
        assertThat(again.code()).isEqualTo(cut.code());
        assertThat(straight.view(share)).contains(new GateView(1, 8L, 2));
    }

    @Test
    void oneCutAnswerIsAskedForAgainWithoutAWord() {
        reserve(request(1, "warm"));
        proxy.cutAnswerTo("EVALSHA");
        assertThat(reserve(request(2, "r")).status()).isEqualTo(Status.RESERVED);
        assertThat(proxy.faults()).isEqualTo(1);
        assertThat(straight.view(share)).contains(new GateView(1, 8L, 2));
    }

    @Test
    void aSettlementWhoseAnswerWasCutMayComeAgain() {
        ReserveRequest request = request(1, "r");
        ReserveAnswer answer = reserve(request);
        proxy.cutAnswers();
        inTime(
                () -> gate.settle(share, List.of(settlement(request, answer, Outcome.RELEASE))),
                OutcomeUnknownException.class);
        proxy.normal();
        gate.settle(share, List.of(settlement(request, answer, Outcome.RELEASE)));
        assertThat(straight.view(share)).contains(new GateView(1, 10L, 0));
        assertThat(straight.overdue(share, Instant.MAX, 10)).isEmpty();
    }

    @Test
    void connectionsThatWereCutWhileIdleCostNothing() {
        reserve(request(1, "warm"));
        proxy.resetAll();
        assertThat(reserve(request(2, "r")).status()).isEqualTo(Status.RESERVED);
    }

    @Test
    void afterItsCloseAGateRefusesInTime() {
        gate.close();
        assertThatThrownBy(() -> reserve(request(1, "r"))).isInstanceOf(StoreUnavailableException.class);
    }
}
