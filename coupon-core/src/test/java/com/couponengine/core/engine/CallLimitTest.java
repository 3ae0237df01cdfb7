package com.couponengine.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.Reservation;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallLimitTest {
    private final EngineInMemory host = new EngineInMemory();
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final CouponEngine engine = CouponEngine.builder()
            .repository(host.repository)
            .gate(new StandingGate())
            .time(host.clock)
            .options(EngineInMemory.options().callLimit(Duration.ofMillis(100)).build())
            .build();

    @AfterEach
    void close() {
        goesOn.countDown();
        engine.close();
        host.close();
    }

    @Test
    void grabsThatNobodyWaitsForAreAnsweredInTimeThoughALaneStandsStill() throws Exception {
        long template = host.published(EngineInMemory.spec());
        List<CompletableFuture<GrabResult>> answers = LongStream.rangeClosed(1, 300)
                .mapToObj(user -> engine.grabAsync(GrabRequest.of(user, template, "wish")))
                .toList();
        for (CompletableFuture<GrabResult> answer : answers) {
            assertThat(answer.get(30, TimeUnit.SECONDS).status()).isEqualTo(GrabStatus.OUTCOME_UNKNOWN);
        }
    }

    /** The host's gate, which does not answer until the test ends. */
    private final class StandingGate implements StockGate {
        @Override
        public List<ReserveAnswer> reserve(ShareId share, List<ReserveRequest> requests) {
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return host.gate.reserve(share, requests);
        }

        @Override
        public void settle(ShareId share, List<Settlement> settlements) {
            host.gate.settle(share, settlements);
        }

        @Override
        public boolean load(GateLoad load) {
            return host.gate.load(load);
        }

        @Override
        public Optional<GateView> view(ShareId share) {
            return host.gate.view(share);
        }

        @Override
        public List<Reservation> overdue(ShareId share, Instant before, int max) {
            return host.gate.overdue(share, before, max);
        }
    }
}
