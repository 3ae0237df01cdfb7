package com.couponengine.redis;

import static com.couponengine.redis.TestGates.keyOf;
import static com.couponengine.redis.TestGates.load;
import static com.couponengine.redis.TestGates.request;
import static com.couponengine.redis.TestGates.requests;
import static com.couponengine.redis.TestGates.reserve;
import static com.couponengine.redis.TestGates.settlement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.Reservation;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveAnswer.Status;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement.Outcome;
import com.couponengine.core.gate.ShareId;
import com.couponengine.redis.server.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.RedisClient;

/** What the contract does not ask: keys, encodings, expiry, long lists. */
@Timeout(120)
class RedisStockGateIT {
    private final ShareId share = TestGates.newShare();
    private RedisStockGate gate;
    private RedisClient raw;

    @BeforeEach
    void open() {
        gate = TestGates.at(RedisServer.shared()).build();
        raw = TestGates.raw(RedisServer.shared());
    }

    @AfterEach
    void close() {
        keys().forEach(raw::unlink);
        gate.close();
        raw.close();
    }

    @Test
    void aHundredClicksOfOneUserCostOneUnit() {
        // B03
        gate.load(load(share, 1, 100L, 1));
        int reserved = 0;
        for (int click = 0; click < 100; click++) {
            if (reserve(gate, share, 7, "click-" + click).status() == Status.RESERVED) {
                reserved++;
            }
        }
        assertThat(reserved).isEqualTo(1);
        assertThat(gate.view(share)).contains(new GateView(1, 99L, 1));
    }

    @Test
    void onAnAbsentShareNothingIsCreated() {
        // B07
        ReserveRequest request = request(7, "r");
        assertThat(gate.reserve(share, List.of(request)).get(0).status()).isEqualTo(Status.NOT_LOADED);
        ReserveAnswer never = new ReserveAnswer(Status.RESERVED, request.code(), 1, 1);
        gate.settle(
                share,
                List.of(
                        settlement(request, never, Outcome.CONFIRM),
                        settlement(request, never, Outcome.RELEASE),
                        settlement(request, never, Outcome.RELEASE_AT_LIMIT)));
        assertThat(gate.view(share)).isEmpty();
        assertThat(gate.overdue(share, Instant.MAX, 10)).isEmpty();
        assertThat(keys()).isEmpty();
    }

    @Test
    void releasingAfterTheUsersBucketVanishedLeavesNoKeyBehind() {
        // B07: a compensating decrement on an absent key would create it, without an expiry.
        gate.load(load(share, 1, 5L, 1));
        ReserveRequest request = request(7, "r");
        ReserveAnswer answer = gate.reserve(share, List.of(request)).get(0);
        buckets().forEach(raw::unlink);

        gate.settle(share, List.of(settlement(request, answer, Outcome.RELEASE)));

        assertThat(buckets()).isEmpty();
        assertThat(gate.view(share)).contains(new GateView(1, 5L, 0));
    }

    @Test
    void theSpoiltCountOfAUserAtTheLimitExpiresToo() {
        gate.load(load(share, 1, 5L, 2));
        ReserveRequest request = request(7, "r");
        ReserveAnswer answer = gate.reserve(share, List.of(request)).get(0);
        buckets().forEach(raw::unlink);

        gate.settle(share, List.of(settlement(request, answer, Outcome.RELEASE_AT_LIMIT)));

        assertThat(buckets())
                .hasSize(1)
                .allSatisfy(key -> assertThat(raw.pexpireTime(key)).isPositive());
        assertThat(reserve(gate, share, 7, "again").status()).isEqualTo(Status.LIMIT_REACHED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 9, 10, 11, 99, 100, 101})
    void limitsAndStockAreComparedAsNumbers(int limit) {
        // B13: as text, 10 comes before 9 and 100 before 99.
        gate.load(load(share, 1, 1_000L, limit));
        List<Status> tries = IntStream.rangeClosed(1, limit + 2)
                .mapToObj(i -> reserve(gate, share, 7, "r" + i).status())
                .toList();
        assertThat(tries.subList(0, limit)).containsOnly(Status.RESERVED);
        assertThat(tries.subList(limit, limit + 2)).containsOnly(Status.LIMIT_REACHED);

        gate.load(load(share, 2, (long) limit, null));
        List<ReserveAnswer> answers = gate.reserve(share, requests(1_000, limit + 2));
        assertThat(answers.subList(0, limit)).extracting(ReserveAnswer::status).containsOnly(Status.RESERVED);
        assertThat(answers.subList(limit, limit + 2))
                .extracting(ReserveAnswer::status)
                .containsOnly(Status.SOLD_OUT);
    }

    @Test
    void grabNumbersAboveNineAreToldAndRepeated() {
        gate.load(load(share, 1, null, null));
        List<ReserveRequest> wanted =
                IntStream.rangeClosed(1, 12).mapToObj(i -> request(7, "r" + i)).toList();
        List<ReserveAnswer> first = gate.reserve(share, wanted);
        assertThat(first).extracting(ReserveAnswer::grabNo).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
        assertThat(gate.reserve(share, wanted)).isEqualTo(first);
    }

    @Test
    void aShareThatIsLoadedAfterItsEndStillTakesTheLateGrabs() {
        // B15: an expiry in the past is no error, and does not lose what was just taken.
        Instant past = Instant.now().minus(Duration.ofDays(3));
        assertThat(gate.load(new GateLoad(share, 1, 5L, 5L, 1, past))).isTrue();
        assertThat(reserve(gate, share, 7, "r").status()).isEqualTo(Status.RESERVED);
        assertThat(keys())
                .hasSize(4)
                .allSatisfy(key -> assertThat(raw.pttl(key)).isBetween(1L, 60_000L));
    }

    @Test
    void expiryInstantsOfEverySizeAreTaken() {
        long epoch = 0;
        for (Instant expiresAt : List.of(Instant.MIN, Instant.EPOCH, Instant.now(), Instant.MAX)) {
            epoch++;
            assertThat(gate.load(new GateLoad(share, epoch, 5L, 5L, 1, expiresAt)))
                    .isTrue();
            assertThat(reserve(gate, share, 7, "r").status()).isEqualTo(Status.RESERVED);
        }
    }

    @Test
    void everyKeyOfAShareExpiresAtTheInstantThatWasGiven() {
        Instant expiresAt = Instant.now().plus(Duration.ofHours(5));
        gate.load(new GateLoad(share, 1, 100L, 100L, 2, expiresAt));
        List<ReserveRequest> wanted = requests(1, 20);
        List<ReserveAnswer> answers = gate.reserve(share, wanted);
        reserve(gate, share, 1_000, "alone");
        // The deadlines' key goes with the last reservation and comes back with the next.
        assertExpiry(expiresAt);
        gate.settle(
                share,
                IntStream.range(0, 20)
                        .mapToObj(i -> settlement(wanted.get(i), answers.get(i), Outcome.RELEASE))
                        .toList());
        assertExpiry(expiresAt);
        gate.reserve(share, requests(1, 20));
        assertExpiry(expiresAt);
    }

    @Test
    void bucketsThatAreNewAmongOldOnesExpireToo() {
        Instant expiresAt = Instant.now().plus(Duration.ofHours(5));
        gate.load(new GateLoad(share, 1, 10_000L, 10_000L, 2, expiresAt));
        gate.reserve(share, requests(1, 60));
        gate.reserve(share, requests(1, 100));
        assertThat(buckets()).hasSize(100);
        assertExpiry(expiresAt);
    }

    private void assertExpiry(Instant expiresAt) {
        assertThat(keys())
                .hasSizeGreaterThan(3)
                .allSatisfy(key -> assertThat(raw.pexpireTime(key)).isEqualTo(expiresAt.toEpochMilli()));
    }

    @Test
    void aListOfThousandsIsAnsweredInOrder() {
        gate.load(load(share, 1, 1_500L, 1));
        List<ReserveRequest> wanted = new ArrayList<>(requests(1, 1_000));
        wanted.addAll(requests(1, 1_000));
        wanted.addAll(requests(1_001, 1_000));

        List<ReserveAnswer> answers = gate.reserve(share, wanted);

        assertThat(answers.subList(0, 1_000)).extracting(ReserveAnswer::code).isEqualTo(codes(wanted, 0, 1_000));
        assertThat(answers.subList(1_000, 2_000)).isEqualTo(answers.subList(0, 1_000));
        assertThat(answers.subList(2_000, 2_500))
                .extracting(ReserveAnswer::code)
                .isEqualTo(codes(wanted, 2_000, 2_500));
        assertThat(answers.subList(2_500, 3_000))
                .extracting(ReserveAnswer::status)
                .containsOnly(Status.SOLD_OUT);

        gate.settle(
                share,
                IntStream.range(0, 1_000)
                        .mapToObj(i -> settlement(wanted.get(i), answers.get(i), Outcome.CONFIRM))
                        .toList());
        assertThat(gate.view(share)).contains(new GateView(1, 0L, 500));
    }

    private static List<Object> codes(List<ReserveRequest> wanted, int from, int to) {
        return wanted.subList(from, to).stream()
                .<Object>map(ReserveRequest::code)
                .toList();
    }

    @Test
    void nothingStaysOfConfirmedReservationsButTheCounts() {
        gate.load(load(share, 1, 1_000L, 1));
        List<ReserveRequest> wanted = requests(1, 700);
        List<ReserveAnswer> answers = gate.reserve(share, wanted);
        for (int i = 0; i < 700; i++) {
            gate.settle(share, List.of(settlement(wanted.get(i), answers.get(i), Outcome.CONFIRM)));
        }
        assertThat(raw.hlen(dataKey("r"))).isEqualTo(1);
        assertThat(raw.exists(dataKey("d"))).isFalse();
        assertThat(buckets().stream().mapToLong(raw::hlen).sum()).isEqualTo(700);
    }

    @Test
    void overdueReservationsOfManyCallsComeEarliestFirst() {
        gate.load(load(share, 1, null, null));
        Instant base = Instant.ofEpochSecond(1_000_000);
        for (int call = 0; call < 60; call++) {
            int first = call;
            gate.reserve(
                    share,
                    IntStream.range(0, call % 3 == 0 ? 1 : 30)
                            .mapToObj(i -> new ReserveRequest(
                                    1 + i,
                                    "r" + first + "-" + i,
                                    request(1 + i, "x").code(),
                                    base.plusMillis((first * 7_919L + i * 104_729L) % 1_000)))
                            .toList());
        }
        List<Reservation> all = gate.overdue(share, base.plusSeconds(1), 10_000);
        assertThat(all).hasSize(20 + 40 * 30);
        assertThat(all).isSortedAccordingTo((a, b) -> a.deadline().compareTo(b.deadline()));
        assertThat(gate.overdue(share, base.plusSeconds(1), 100)).isEqualTo(all.subList(0, 100));
        assertThat(gate.overdue(share, all.get(50).deadline(), 10_000))
                .allMatch(reservation ->
                        reservation.deadline().isBefore(all.get(50).deadline()));
    }

    @Test
    void aNewerLoadRemovesTheKeysOfTheOlderOne() {
        gate.load(load(share, 1, 100_000L, 1));
        gate.reserve(share, requests(1, 2_000));
        Set<String> old = keys();
        assertThat(old).hasSizeGreaterThan(500);

        gate.load(load(share, 2, 98_000L, 1));

        old.remove(keyOf(share));
        assertThat(keys()).doesNotContainAnyElementsOf(old).hasSize(2);
        assertThat(gate.view(share)).contains(new GateView(2, 98_000L, 0));
    }

    @Test
    void anotherHostsLoadIsNoticedWithoutAnError() {
        try (RedisStockGate other = TestGates.at(RedisServer.shared()).build()) {
            gate.load(load(share, 1, 10L, 1));
            assertThat(reserve(other, share, 1, "r").epoch()).isEqualTo(1);
            ReserveRequest request = request(2, "r");
            ReserveAnswer old = other.reserve(share, List.of(request)).get(0);

            gate.load(load(share, 2, 10L, 1));

            other.settle(share, List.of(settlement(request, old, Outcome.RELEASE)));
            assertThat(other.view(share)).contains(new GateView(2, 10L, 0));
            ReserveAnswer fresh = other.reserve(share, List.of(request)).get(0);
            assertThat(fresh.epoch()).isEqualTo(2);
            gate.settle(share, List.of(settlement(request, fresh, Outcome.RELEASE)));
            assertThat(other.view(share)).contains(new GateView(2, 10L, 0));
        }
    }

    @Test
    void aSettlementOfAnEpochThatThisHostHasNotSeenYetIsCarriedOut() {
        try (RedisStockGate other = TestGates.at(RedisServer.shared()).build()) {
            other.load(load(share, 1, 10L, 1));
            assertThat(reserve(other, share, 1, "r").epoch()).isEqualTo(1);
            gate.load(load(share, 2, 10L, 1));
            ReserveRequest request = request(2, "r");
            ReserveAnswer answer = gate.reserve(share, List.of(request)).get(0);

            other.settle(share, List.of(settlement(request, answer, Outcome.CONFIRM)));

            assertThat(gate.view(share)).contains(new GateView(2, 9L, 0));
        }
    }

    @Test
    void requestIdsThatTheKeysCannotHoldAreRefused() {
        gate.load(load(share, 1, 10L, 1));
        for (String bad : List.of("", " ", "a b", "a\nb", "ü", "x".repeat(300))) {
            assertThatThrownBy(() -> reserve(gate, share, 1, bad))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("requestId");
        }
        assertThatThrownBy(() -> gate.overdue(share, Instant.MAX, 0)).isInstanceOf(InvalidInputException.class);
        assertThat(gate.view(share)).contains(new GateView(1, 10L, 0));
    }

    @Test
    void emptyListsAreNothingToDo() {
        assertThat(gate.reserve(share, List.of())).isEmpty();
        gate.settle(share, List.of());
    }

    @Test
    void theHostsOwnClientWillDo() {
        gate.load(load(share, 1, 10L, 1));
        try (RedisStockGate other = RedisStockGate.builder().client(raw).build()) {
            assertThat(reserve(other, share, 1, "r").status()).isEqualTo(Status.RESERVED);
            assertThat(other.check()).isEqualTo(gate.check());
        }
        assertThat(raw.ping()).isEqualTo("PONG");
        assertThat(gate.view(share)).contains(new GateView(1, 9L, 1));
    }

    @Test
    void anotherPrefixIsAnotherGate() {
        gate.load(load(share, 1, 10L, 1));
        try (RedisStockGate other =
                TestGates.at(RedisServer.shared()).keyPrefix("elsewhere").build()) {
            assertThat(other.view(share)).isEmpty();
        }
    }

    private String dataKey(String name) {
        return keyOf(share) + ":" + raw.hget(keyOf(share), "generation") + ":" + name;
    }

    private Set<String> buckets() {
        Set<String> keys = keys();
        keys.removeIf(key -> !key.matches(".*:\\d+"));
        return keys;
    }

    private Set<String> keys() {
        return raw.keys(keyOf(share).replace("{", "[{]") + "*");
    }
}
