package com.couponengine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.TimeSource;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.Reservation;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.gate.Settlement.Outcome;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.memory.InMemoryStockGate;
import com.couponengine.redis.server.RedisServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

@DisplayName("The gate on Redis answers as the one in memory does")
@Timeout(120)
class GateOracleIT {
    private static final int STEPS = 150;
    private static final List<Outcome> OUTCOMES = List.of(Outcome.values());

    private final long seed = ThreadLocalRandom.current().nextLong();
    private final Random random = new Random(seed);
    private final CouponCodes codes = new CouponCodes(random);
    private final ShareId share = new ShareId(random.nextLong(1, Long.MAX_VALUE), random.nextInt(64));
    private final InMemoryStockGate oracle = new InMemoryStockGate(TimeSource.system());
    private final List<Reservation> made = new ArrayList<>();
    private RedisStockGate gate;
    private long epoch;

    @BeforeEach
    void open() {
        gate = TestGates.at(RedisServer.shared()).build();
    }

    @AfterEach
    void close() {
        gate.close();
    }

    @RepeatedTest(6)
    void onRandomHistories() {
        System.out.println("seed " + seed);
        for (int step = 0; step < STEPS; step++) {
            String where = "seed " + seed + ", step " + step;
            switch (random.nextInt(12)) {
                case 0 -> load(where);
                case 1, 2, 3, 4, 5 -> reserve(where);
                case 6, 7, 8, 9 -> settle();
                default -> overdue(where);
            }
            assertThat(gate.view(share)).as(where).isEqualTo(oracle.view(share));
        }
    }

    private void load(String where) {
        long wanted = Math.max(1, epoch + random.nextInt(-1, 3));
        epoch = Math.max(epoch, wanted);
        Long units = random.nextInt(4) == 0 ? null : (Long) random.nextLong(0, 400);
        Integer limit = random.nextInt(4) == 0 ? null : (Integer) random.nextInt(1, 13);
        GateLoad load =
                new GateLoad(share, wanted, units, units, limit, Instant.now().plusSeconds(600));
        assertThat(gate.load(load)).as(where).isEqualTo(oracle.load(load));
    }

    private void reserve(String where) {
        int size = random.nextInt(3) == 0 ? 1 : random.nextInt(1, 40) * (random.nextInt(10) == 0 ? 10 : 1);
        List<ReserveRequest> requests =
                IntStream.range(0, size).mapToObj(i -> request()).toList();
        List<ReserveAnswer> answers = gate.reserve(share, requests);
        assertThat(answers).as(where).isEqualTo(oracle.reserve(share, requests));
        for (int i = 0; i < size; i++) {
            CouponCode code = answers.get(i).code();
            if (code != null) {
                ReserveRequest request = requests.get(i);
                made.add(new Reservation(
                        request.userId(),
                        request.requestId(),
                        code,
                        answers.get(i).epoch(),
                        request.deadline()));
            }
        }
    }

    private ReserveRequest request() {
        long user = random.nextInt(5) == 0 ? random.nextLong(1, Long.MAX_VALUE) : random.nextLong(1, 60);
        return new ReserveRequest(
                user,
                "r" + random.nextInt(30) + "~".repeat(random.nextInt(20) == 0 ? 60 : random.nextInt(3)),
                codes.next(user),
                Instant.ofEpochSecond(random.nextInt(4_000), random.nextInt(1_000_000_000)));
    }

    private void settle() {
        if (made.isEmpty()) {
            return;
        }
        int size = random.nextInt(1, 60) * (random.nextInt(10) == 0 ? 10 : 1);
        List<Settlement> settlements = IntStream.range(0, size)
                .mapToObj(i -> made.get(random.nextInt(made.size())))
                .map(reservation -> new Settlement(
                        reservation.userId(),
                        reservation.requestId(),
                        random.nextInt(20) == 0 ? codes.next(reservation.userId()) : reservation.code(),
                        random.nextInt(20) == 0 ? reservation.epoch() + 1 : reservation.epoch(),
                        OUTCOMES.get(random.nextInt(OUTCOMES.size()))))
                .toList();
        gate.settle(share, settlements);
        oracle.settle(share, settlements);
    }

    private void overdue(String where) {
        Instant before = Instant.ofEpochSecond(random.nextInt(4_000));
        int all = 100_000;
        List<Reservation> found = gate.overdue(share, before, all);
        assertThat(found).as(where).containsExactlyInAnyOrderElementsOf(oracle.overdue(share, before, all));
        assertThat(found).as(where).isSortedAccordingTo(Comparator.comparing(Reservation::deadline));

        int max = random.nextInt(1, 50);
        assertThat(gate.overdue(share, before, max))
                .as(where)
                .extracting(Reservation::deadline)
                .containsExactlyElementsOf(oracle.overdue(share, before, max).stream()
                        .map(Reservation::deadline)
                        .toList());
    }
}
