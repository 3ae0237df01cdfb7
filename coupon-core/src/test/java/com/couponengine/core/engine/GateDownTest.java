package com.couponengine.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.core.EngineOptions.GateDown;
import com.couponengine.core.error.StoreUnavailableException;
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
import com.couponengine.core.store.CouponRepository;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a host may choose for the time in which the gate cannot be reached. */
@Timeout(60)
class GateDownTest {
    private final EngineInMemory host = new EngineInMemory();
    private final BreakableGate gate = new BreakableGate();
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final List<CouponEngine> engines = new ArrayList<>();

    @AfterEach
    void close() {
        goesOn.countDown();
        engines.forEach(CouponEngine::close);
        host.close();
    }

    private CouponEngine engine(GateDown choice, int databaseOnlyMax, CouponRepository repository) {
        EngineOptions options = EngineInMemory.options()
                .gateDown(choice)
                .databaseOnlyMax(databaseOnlyMax)
                .build();
        CouponEngine engine = CouponEngine.builder()
                .repository(repository)
                .gate(gate)
                .time(host.clock)
                .options(options)
                .build();
        engines.add(engine);
        return engine;
    }

    @Test
    void aHostThatRefusesGrantsNothingAndHasAllItsUnitsLeftWhenTheGateIsBack() {
        CouponEngine engine = engine(GateDown.REFUSE, 64, host.repository);
        long template = host.published(EngineInMemory.spec());
        gate.down = true;
        assertThat(engine.grab(1, template, "wish").status()).isEqualTo(GrabStatus.UNAVAILABLE);
        gate.down = false;
        assertThat(engine.grab(1, template, "wish").status()).isEqualTo(GrabStatus.GRANTED);
        assertThat(host.stock(template).issued()).isEqualTo(1);
    }

    @Test
    void theDatabaseAloneKeepsTotalLimitAndRequestIds() throws Exception {
        CouponEngine engine = engine(GateDown.DATABASE_ONLY, 1_000, host.repository);
        long template = host.published(EngineInMemory.spec().total(10).perUserLimit(1));
        gate.down = true;
        assertThat(engine.grab(1, template, "wish").status()).isEqualTo(GrabStatus.GRANTED);
        assertThat(engine.grab(1, template, "wish").status()).isEqualTo(GrabStatus.ALREADY_GRANTED);
        assertThat(engine.grab(1, template, "another-wish").status()).isEqualTo(GrabStatus.LIMIT_REACHED);

        List<CompletableFuture<GrabResult>> answers = new ArrayList<>();
        for (long user = 2; user <= 101; user++) {
            answers.add(engine.grabAsync(GrabRequest.of(user, template, "wish")));
        }
        assertThat(statuses(answers)).isEqualTo(Map.of(GrabStatus.GRANTED, 9L, GrabStatus.SOLD_OUT, 91L));
        assertThat(host.stock(template).issued()).isEqualTo(10);
    }

    @Test
    void beyondTheBoundAGrabIsBusyAtOnceAndTheBoundIsFreeAgainAfterwards() throws Exception {
        CountDownLatch inTheDatabase = new CountDownLatch(1);
        CouponEngine engine = engine(GateDown.DATABASE_ONLY, 2, new DisturbedRepository(host.repository, batch -> {
            inTheDatabase.countDown();
            awaitTheTest();
            return batch;
        }));
        long template = host.published(EngineInMemory.spec());
        gate.down = true;
        CompletableFuture<GrabResult> first = engine.grabAsync(GrabRequest.of(1, template, "wish"));
        inTheDatabase.await();
        CompletableFuture<GrabResult> second = engine.grabAsync(GrabRequest.of(2, template, "wish"));
        assertThat(engine.grab(3, template, "wish").status()).isEqualTo(GrabStatus.BUSY);
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();

        goesOn.countDown();
        assertThat(statuses(List.of(first, second))).isEqualTo(Map.of(GrabStatus.GRANTED, 2L));
        for (long user = 3; user <= 8; user++) {
            assertThat(engine.grab(user, template, "wish").status()).isEqualTo(GrabStatus.GRANTED);
        }
    }

    @Test
    void whatBypassedTheGateIsTakenOffItsStockByTheReconciler() {
        CouponEngine engine = engine(GateDown.DATABASE_ONLY, 64, host.repository);
        long template = host.published(EngineInMemory.spec().total(10));
        gate.down = true;
        for (long user = 1; user <= 4; user++) {
            assertThat(engine.grab(user, template, "wish").status()).isEqualTo(GrabStatus.GRANTED);
        }
        gate.down = false;
        assertThat(host.gateView(template).remaining()).isEqualTo(10);
        engine.reconciler().reconcile();
        assertThat(host.gateView(template).remaining()).isEqualTo(6);
        assertThat(host.gateView(template).reserved()).isZero();
    }

    private void awaitTheTest() {
        try {
            goesOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<GrabStatus, Long> statuses(List<CompletableFuture<GrabResult>> answers) throws Exception {
        List<GrabStatus> statuses = new ArrayList<>();
        for (CompletableFuture<GrabResult> answer : answers) {
            statuses.add(answer.get(30, TimeUnit.SECONDS).status());
        }
        return statuses.stream().collect(Collectors.groupingBy(status -> status, TreeMap::new, Collectors.counting()));
    }

    /** The host's gate, which can be out of reach. */
    private final class BreakableGate implements StockGate {
        private volatile boolean down;

        private StockGate reached() {
            if (down) {
                throw new StoreUnavailableException("the gate is down");
            }
            return host.gate;
        }

        @Override
        public List<ReserveAnswer> reserve(ShareId share, List<ReserveRequest> requests) {
            return reached().reserve(share, requests);
        }

        @Override
        public void settle(ShareId share, List<Settlement> settlements) {
            reached().settle(share, settlements);
        }

        @Override
        public boolean load(GateLoad load) {
            return reached().load(load);
        }

        @Override
        public Optional<GateView> view(ShareId share) {
            return reached().view(share);
        }

        @Override
        public List<Reservation> overdue(ShareId share, Instant before, int max) {
            return reached().overdue(share, before, max);
        }
    }
}
