package com.couponengine.core.engine;

import static com.couponengine.core.engine.EngineInMemory.EXPIRY;
import static com.couponengine.core.engine.EngineInMemory.START;
import static com.couponengine.core.engine.EngineInMemory.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.contract.Race;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.massissue.ChunkReport;
import com.couponengine.core.massissue.MassIssueChunk;
import com.couponengine.core.repair.ReconcileReport;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Units between gate and database: taken there, not yet or never issued here. */
class LimboTest {
    private final EngineInMemory host = new EngineInMemory();
    private final CouponCodes codes = new CouponCodes();

    @AfterEach
    void close() {
        host.close();
    }

    /** What a host reserved that died before its next step. */
    private ReserveRequest reservedByADeadHost(long template, long user) {
        ReserveRequest request = new ReserveRequest(user, "dead", codes.next(user), START.plusSeconds(30));
        assertThat(host.gate
                        .reserve(new ShareId(template, 0), List.of(request))
                        .get(0)
                        .status())
                .isEqualTo(ReserveAnswer.Status.RESERVED);
        return request;
    }

    @Test
    void aGrabThatFindsTheLastUnitReservedGetsItWhenItComesBack() {
        long template = host.published(spec().total(1));
        ShareId share = new ShareId(template, 0);
        ReserveRequest other = reservedByADeadHost(template, 7);

        CompletableFuture<GrabResult> waiting = host.engine.grabAsync(GrabRequest.of(8, template, "r"));
        assertThat(waiting).isNotDone();
        host.gate.settle(
                share,
                List.of(new Settlement(
                        7,
                        "dead",
                        other.code(),
                        host.gate.view(share).orElseThrow().epoch(),
                        Settlement.Outcome.RELEASE)));

        assertThat(waiting)
                .succeedsWithin(Duration.ofSeconds(10))
                .extracting(GrabResult::status)
                .isEqualTo(GrabStatus.GRANTED);
    }

    @Test
    void aUnitThatADeadHostHasReservedIsNotWaitedForLong() {
        long template = host.published(spec().total(1));
        reservedByADeadHost(template, 7);

        assertThat(host.engine.grab(8, template, "r").status()).isEqualTo(GrabStatus.SOLD_OUT);
    }

    @Test
    void aHostThatDiedBetweenGateAndDatabaseCostsNoUnitAndNobodyACoupon() { // B05
        long template = host.published(spec());
        ReserveRequest lost = reservedByADeadHost(template, 7);
        GateView taken = host.gateView(template);
        assertThat(taken).isEqualTo(new GateView(host.stock(template).epoch(), 9L, 1));

        host.engine.reconciler().reconcile();
        assertThat(host.gateView(template)).as("before its deadline").isEqualTo(taken);
        host.clock.advance(Duration.ofSeconds(31));
        ReconcileReport report = host.engine.reconciler().reconcile();

        assertThat(report.released()).containsExactly(lost.code());
        assertThat(host.gateView(template)).isEqualTo(new GateView(taken.epoch(), 10L, 0));
        assertThat(host.stock(template).issued()).isZero();
        GrabResult again = host.engine.grab(GrabRequest.of(7, template, "dead").again());
        assertThat(again.status()).isEqualTo(GrabStatus.GRANTED);
        assertThat(again.coupon().code()).isNotEqualTo(lost.code());
    }

    @Test
    void aRebuildPromisesNothingThatTakesUnderWayCouldStillClaim() { // B10
        long template = host.published(spec().total(100));
        for (long user = 1; user <= 90; user++) {
            assertThat(host.engine.grab(user, template, "r").isGranted()).isTrue();
        }
        List<ReserveRequest> limbo = LongStream.rangeClosed(91, 100)
                .mapToObj(user -> reservedByADeadHost(template, user))
                .toList();
        await().until(() -> host.gateView(template).reserved() == 10);
        assertThat(host.gateView(template).remaining()).isZero();
        long epochBefore = host.stock(template).epoch();

        host.gate.loseEverything();
        int granted = 0;
        for (long user = 101; user <= 200; user++) {
            granted += host.engine.grab(user, template, "r").isGranted() ? 1 : 0;
        }
        assertThat(granted).as("the rebuild found ten units").isEqualTo(10);

        List<IssueRequest> late = limbo.stream()
                .map(request -> new IssueRequest(
                        request.userId(), request.requestId(), request.code(), 1, START, START, EXPIRY))
                .toList();
        assertThat(host.repository
                        .issues()
                        .issue(new IssueBatch(new ShareId(template, 0), OptionalLong.of(epochBefore), late)))
                .extracting(IssueAnswer::status)
                .containsOnly(IssueAnswer.Status.STALE_EPOCH);
        assertThat(host.stock(template).issued()).isEqualTo(100);
    }

    @Test
    void aUserWhoComesByEveryDoorIsOnePerson() { // B29
        long template = host.published(spec());
        assertThat(host.engine.grab(7, template, "app").status()).isEqualTo(GrabStatus.GRANTED);
        assertThat(host.engine.grab(7, template, "web").status()).isEqualTo(GrabStatus.LIMIT_REACHED);
        ChunkReport job = host.engine.massIssue().carryOut(new MassIssueChunk("job", template, 0, List.of(7L, 8L)));
        assertThat(job.refused()).containsOnlyKeys(7L).containsValue(GrabStatus.LIMIT_REACHED);
        host.gate.loseEverything();
        assertThat(host.engine.grab(7, template, "after-the-loss").status()).isEqualTo(GrabStatus.LIMIT_REACHED);
        assertThat(host.stock(template).issued()).isEqualTo(2);
    }

    @Test
    void aCodeThatIsTakenCostsNobodyTheGrab() { // B65
        long template = host.published(spec());
        CouponCode taken = host.engine.grab(7, template, "r").coupon().code();
        try (CouponEngine unlucky = on(DisturbedRepository.colliding(host.repository, taken))) {
            GrabResult result = unlucky.grab(7 + CouponCode.TABLES, template, "r");
            assertThat(result.status()).isEqualTo(GrabStatus.GRANTED);
            assertThat(result.coupon().code()).isNotEqualTo(taken);
        }
        assertThat(host.stock(template).issued()).isEqualTo(2);
        await().until(() -> host.gateView(template).reserved() == 0);
        assertThat(host.gateView(template).remaining()).isEqualTo(8);
    }

    @Test
    void aGrabWhoseReservationWasFencedBeforeItCameToTheDatabaseTakesAnotherUnit() {
        long template = host.published(spec());
        try (CouponEngine slow = on(new DisturbedRepository(host.repository, batch -> {
            host.clock.advance(Duration.ofSeconds(31));
            assertThat(host.engine.reconciler().reconcile().released()).hasSize(1);
            return batch;
        }))) {
            assertThat(slow.grab(7, template, "r").status()).isEqualTo(GrabStatus.GRANTED);
        }
        await().until(() -> host.gateView(template).reserved() == 0);
        assertThat(host.stock(template).issued()).isEqualTo(1);
        assertThat(host.gateView(template).remaining()).isEqualTo(9);
    }

    /** Another host's engine. */
    private CouponEngine on(DisturbedRepository repository) {
        return CouponEngine.builder()
                .repository(repository)
                .gate(host.gate)
                .time(host.clock)
                .options(EngineInMemory.options().build())
                .build();
    }

    @Test
    void codesThatAreMadeAtTheSameMomentAreDifferent() { // B65
        Set<CouponCode> seen = new HashSet<>();
        Race.run(8, thread -> {
                    List<CouponCode> made = new ArrayList<>();
                    for (int i = 0; i < 10_000; i++) {
                        made.add(codes.next(7));
                    }
                    return made;
                })
                .forEach(seen::addAll);
        assertThat(seen).hasSize(80_000);
    }
}
