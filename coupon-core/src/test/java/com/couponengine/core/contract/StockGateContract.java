package com.couponengine.core.contract;

import static com.couponengine.core.gate.ReserveAnswer.Status.LIMIT_REACHED;
import static com.couponengine.core.gate.ReserveAnswer.Status.NOT_LOADED;
import static com.couponengine.core.gate.ReserveAnswer.Status.RESERVED;
import static com.couponengine.core.gate.ReserveAnswer.Status.SOLD_OUT;
import static com.couponengine.core.gate.Settlement.Outcome.CONFIRM;
import static com.couponengine.core.gate.Settlement.Outcome.RELEASE;
import static com.couponengine.core.gate.Settlement.Outcome.RELEASE_AT_LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.Reservation;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of {@link StockGate}. An adapter's test extends it and overrides {@link #open}. After every test the units
 * left, reserved and confirmed must be those that were loaded.
 */
public abstract class StockGateContract {
    private static final ShareId SHARE = new ShareId(7, 0);
    private static final long EPOCH = 5;
    private static final Instant KEPT_UNTIL = Instant.parse("2100-01-01T00:00:00Z");
    private static final Instant DEADLINE = Instant.parse("2030-03-15T10:00:00Z");

    private final CouponCodes codes = new CouponCodes();
    private GateFixture fixture;
    private AccountedGate gate;

    /** Opens an empty gate. Its clock is the real one: the tests load shares that are kept for decades. */
    protected abstract GateFixture open() throws Exception;

    @BeforeEach
    final void openGate() throws Exception {
        fixture = open();
        gate = new AccountedGate(fixture.gate());
    }

    @AfterEach
    final void theUnitsAddUpAfterwards() {
        try (GateFixture opened = fixture) {
            if (opened != null) {
                gate.check();
            }
        }
    }

    private static GateLoad stock(long epoch, Long remaining, Integer perUserLimit) {
        return new GateLoad(SHARE, epoch, remaining, remaining, perUserLimit, KEPT_UNTIL);
    }

    private void loaded(Long remaining, Integer perUserLimit) {
        assertThat(gate.load(stock(EPOCH, remaining, perUserLimit))).isTrue();
    }

    private ReserveRequest request(long userId, String requestId) {
        return new ReserveRequest(userId, requestId, codes.next(userId), DEADLINE);
    }

    private ReserveAnswer reserve(ReserveRequest request) {
        return gate.reserve(SHARE, List.of(request)).get(0);
    }

    private ReserveAnswer reserve(long userId, String requestId) {
        return reserve(request(userId, requestId));
    }

    private void settle(long userId, String requestId, ReserveAnswer answer, Settlement.Outcome outcome) {
        settle(userId, requestId, answer.code(), answer.epoch(), outcome);
    }

    private void settle(long userId, String requestId, CouponCode code, long epoch, Settlement.Outcome outcome) {
        gate.settle(SHARE, List.of(new Settlement(userId, requestId, code, epoch, outcome)));
    }

    private GateView view() {
        return gate.view(SHARE).orElseThrow();
    }

    private static List<ReserveAnswer.Status> statuses(List<ReserveAnswer> answers) {
        return answers.stream().map(ReserveAnswer::status).toList();
    }

    // --- reserving

    @Test
    final void aReservationKeepsOneUnit() {
        loaded(10L, 1);
        ReserveRequest request = request(1, "grab-1");

        assertThat(reserve(request)).isEqualTo(new ReserveAnswer(RESERVED, request.code(), 1, EPOCH));

        assertThat(view()).isEqualTo(new GateView(EPOCH, 9L, 1));
        assertThat(fixture.countOf(SHARE, 1)).isEqualTo(1);
    }

    @Test
    final void theSameKeyGetsTheSameReservationAgain() {
        loaded(10L, 3);
        ReserveAnswer first = reserve(1, "grab-1");
        ReserveAnswer second = reserve(1, "grab-2");

        assertThat(reserve(1, "grab-1")).isEqualTo(first);
        assertThat(reserve(1, "grab-2")).isEqualTo(second);
        assertThat(gate.reserve(SHARE, List.of(request(1, "grab-1"), request(1, "grab-2"))))
                .containsExactly(first, second);

        assertThat(second.grabNo()).isEqualTo(2);
        assertThat(view()).isEqualTo(new GateView(EPOCH, 8L, 2));
    }

    @Test
    final void theSameKeyGetsItsReservationWhateverTheStockAndTheLimit() {
        loaded(1L, 1);
        ReserveAnswer first = reserve(1, "grab-1");
        assertThat(reserve(2, "grab-1")).isEqualTo(ReserveAnswer.refused(SOLD_OUT, EPOCH));

        assertThat(reserve(1, "grab-1")).isEqualTo(first);
    }

    @Test
    final void keysAreTakenCharacterByCharacter() {
        loaded(100L, null);
        List<ReserveRequest> requests = List.of(
                request(1, "23"),
                request(12, "3"),
                request(1, "2:3"),
                request(1, "a"),
                request(1, "A"),
                request(1, "a|b"),
                request(1, "{a}"),
                request(1, "a'\"\\%*?[]"),
                request(1, "q".repeat(64)),
                request(1, "q".repeat(63)));

        List<ReserveAnswer> answers = gate.reserve(SHARE, requests);

        assertThat(answers)
                .extracting(ReserveAnswer::code)
                .isEqualTo(requests.stream().map(ReserveRequest::code).toList());
        assertThat(gate.reserve(SHARE, requests)).isEqualTo(answers);
        assertThat(gate.overdue(SHARE, KEPT_UNTIL, 100))
                .extracting(Reservation::requestId)
                .containsExactlyInAnyOrderElementsOf(
                        requests.stream().map(ReserveRequest::requestId).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9, 10, 99, 100})
    final void exactlyTheLoadedUnitsAreReserved(int units) { // B13
        loaded((long) units, 1);

        for (int user = 1; user <= units; user++) {
            assertThat(reserve(user, "grab").status()).isEqualTo(RESERVED);
        }

        assertThat(reserve(units + 1, "grab")).isEqualTo(ReserveAnswer.refused(SOLD_OUT, EPOCH));
        assertThat(view()).isEqualTo(new GateView(EPOCH, 0L, units));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 9, 10, 99, 100})
    final void aUserReservesUpToTheLimit(int limit) { // B13
        loaded(1_000L, limit);

        for (int i = 1; i <= limit; i++) {
            ReserveAnswer answer = reserve(1, "grab-" + i);
            assertThat(answer.status()).isEqualTo(RESERVED);
            assertThat(answer.grabNo()).isEqualTo(i);
        }

        assertThat(reserve(1, "more")).isEqualTo(ReserveAnswer.refused(LIMIT_REACHED, EPOCH));
        assertThat(reserve(2, "grab-1").status()).isEqualTo(RESERVED);
        assertThat(fixture.countOf(SHARE, 1)).isEqualTo(limit);
    }

    @Test
    final void aRefusalCostsNothing() { // B03
        loaded(100L, 1);
        reserve(1, "grab");

        for (int i = 0; i < 100; i++) {
            assertThat(reserve(1, "again-" + i).status()).isEqualTo(LIMIT_REACHED);
        }

        assertThat(view()).isEqualTo(new GateView(EPOCH, 99L, 1));
    }

    @Test
    final void aUserAtTheLimitIsToldSoEvenIfNothingIsLeft() {
        loaded(1L, 1);
        ReserveAnswer answer = reserve(1, "grab-1");
        settle(1, "grab-1", answer, CONFIRM);

        assertThat(reserve(1, "grab-2").status()).isEqualTo(LIMIT_REACHED);
        assertThat(reserve(2, "grab-1").status()).isEqualTo(SOLD_OUT);
    }

    @Test
    final void nothingLoadedIsNothingToReserve() {
        loaded(0L, 1);

        assertThat(reserve(1, "grab")).isEqualTo(ReserveAnswer.refused(SOLD_OUT, EPOCH));
    }

    @Test
    final void withoutLimitsEverythingIsReserved() {
        loaded(null, null);
        ReserveAnswer last = null;
        for (int i = 1; i <= 150; i++) {
            last = reserve(1, "grab-" + i);
            assertThat(last.status()).isEqualTo(RESERVED);
        }
        settle(1, "grab-150", last, RELEASE);
        assertThat(view()).isEqualTo(new GateView(EPOCH, null, 149));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1L << 31, 1L << 53, Long.MAX_VALUE - 1})
    final void userIdsOfAnySizeKeepEveryDigit(long userId) {
        loaded(10L, 1);

        assertThat(reserve(userId, "grab").status()).isEqualTo(RESERVED);
        assertThat(reserve(userId + 1, "grab").status()).isEqualTo(RESERVED);
        assertThat(reserve(userId, "more").status()).isEqualTo(LIMIT_REACHED);
        assertThat(gate.overdue(SHARE, KEPT_UNTIL, 10))
                .extracting(Reservation::userId)
                .containsExactlyInAnyOrder(userId, userId + 1);
    }

    @Test
    final void ofTwoHundredAtOnceExactlyTheRightOnesAreReserved() {
        loaded(5L, 2);
        ReserveAnswer known = reserve(1, "known");
        List<ReserveRequest> batch = new ArrayList<>();
        List<ReserveAnswer.Status> expected = new ArrayList<>();
        batch.add(request(1, "known"));
        expected.add(RESERVED);
        batch.add(request(1, "second"));
        expected.add(RESERVED);
        batch.add(request(1, "third"));
        expected.add(LIMIT_REACHED);
        batch.add(request(2, "double"));
        expected.add(RESERVED);
        batch.add(request(2, "double"));
        expected.add(RESERVED);
        batch.add(request(3, "grab"));
        expected.add(RESERVED);
        batch.add(request(4, "grab"));
        expected.add(RESERVED);
        while (batch.size() < 200) {
            batch.add(request(1_000 + batch.size(), "late"));
            expected.add(SOLD_OUT);
        }

        List<ReserveAnswer> answers = gate.reserve(SHARE, batch);

        assertThat(statuses(answers)).isEqualTo(expected);
        assertThat(answers.get(0)).isEqualTo(known);
        assertThat(answers.get(4)).isEqualTo(answers.get(3));
        assertThat(view()).isEqualTo(new GateView(EPOCH, 0L, 5));
        assertThat(gate.reserve(SHARE, batch))
                .as("the same again, after a lost answer")
                .isEqualTo(answers);
    }

    @Test
    final void sharesKnowNothingOfEachOther() {
        ShareId otherSource = new ShareId(7, 1);
        ShareId otherTemplate = new ShareId(70, 0);
        loaded(5L, 1);
        gate.load(new GateLoad(otherSource, 9, 2L, 2L, 1, KEPT_UNTIL));
        reserve(1, "grab");

        assertThat(gate.reserve(otherSource, List.of(request(1, "grab"))).get(0).epoch())
                .isEqualTo(9);
        assertThat(statuses(gate.reserve(otherTemplate, List.of(request(1, "grab")))))
                .containsExactly(NOT_LOADED);
        assertThat(view()).isEqualTo(new GateView(EPOCH, 4L, 1));
        assertThat(gate.view(otherSource)).contains(new GateView(9, 1L, 1));
        assertThat(gate.view(otherTemplate)).isEmpty();
    }

    // --- a share that is not there

    @Test
    final void onAShareThatIsNotLoadedNothingIsCreated() { // B07
        assertThat(gate.reserve(SHARE, List.of(request(1, "grab-1"), request(1, "grab-2"))))
                .containsExactly(ReserveAnswer.refused(NOT_LOADED, 0), ReserveAnswer.refused(NOT_LOADED, 0));
        for (Settlement.Outcome outcome : Settlement.Outcome.values()) {
            settle(1, "grab-1", codes.next(1), EPOCH, outcome);
        }

        assertThat(gate.view(SHARE)).isEmpty();
        assertThat(gate.overdue(SHARE, KEPT_UNTIL, 10)).isEmpty();
        assertThat(fixture.entries(SHARE)).isZero();
    }

    @Test
    final void aShareThatWasLostIsNotLoadedAndNothingComesBackByItself() { // B07
        loaded(10L, 3);
        ReserveAnswer answer = reserve(1, "grab-1");
        reserve(2, "grab-1");

        fixture.loseEverything();
        gate.forget();

        assertThat(reserve(1, "grab-2").status()).isEqualTo(NOT_LOADED);
        assertThat(reserve(1, "grab-1").status()).isEqualTo(NOT_LOADED);
        settle(1, "grab-1", answer, RELEASE);
        settle(2, "grab-1", codes.next(2), EPOCH, RELEASE_AT_LIMIT);
        assertThat(gate.view(SHARE)).isEmpty();
        assertThat(gate.overdue(SHARE, KEPT_UNTIL, 10)).isEmpty();
        assertThat(fixture.entries(SHARE)).isZero();

        assertThat(gate.load(stock(EPOCH + 1, 8L, 3))).isTrue();
        settle(1, "grab-1", answer, RELEASE);
        assertThat(view()).as("a late settlement finds nothing to settle").isEqualTo(new GateView(EPOCH + 1, 8L, 0));
    }

    // --- settling

    @Test
    final void aConfirmedUnitIsUsedUpAndItsRecordGone() {
        loaded(10L, 1);
        ReserveAnswer answer = reserve(1, "grab-1");

        settle(1, "grab-1", answer, CONFIRM);

        assertThat(view()).isEqualTo(new GateView(EPOCH, 9L, 0));
        assertThat(gate.overdue(SHARE, KEPT_UNTIL, 10)).isEmpty();
        assertThat(fixture.countOf(SHARE, 1)).isEqualTo(1);
        assertThat(reserve(1, "grab-1"))
                .as("the gate does not remember grants")
                .isEqualTo(ReserveAnswer.refused(LIMIT_REACHED, EPOCH));
    }

    @Test
    final void aReleasedUnitIsBackForEverybody() {
        loaded(1L, 1);
        ReserveAnswer answer = reserve(1, "grab-1");
        assertThat(reserve(2, "grab-1").status()).isEqualTo(SOLD_OUT);

        settle(1, "grab-1", answer, RELEASE);

        assertThat(view()).isEqualTo(new GateView(EPOCH, 1L, 0));
        assertThat(fixture.countOf(SHARE, 1)).isZero();
        ReserveRequest again = request(1, "grab-1");
        assertThat(reserve(again))
                .as("with a code of its own")
                .isEqualTo(new ReserveAnswer(RESERVED, again.code(), 1, EPOCH));
    }

    @Test
    final void aUnitReleasedAtTheLimitIsBackForOthers() {
        loaded(3L, 3);
        ReserveAnswer answer = reserve(1, "grab-1");
        reserve(2, "grab-1");

        settle(1, "grab-1", answer, RELEASE_AT_LIMIT);

        assertThat(view()).isEqualTo(new GateView(EPOCH, 2L, 1));
        assertThat(fixture.countOf(SHARE, 1)).isEqualTo(3);
        assertThat(fixture.countOf(SHARE, 2)).isEqualTo(1);
        assertThat(reserve(1, "grab-1").status()).isEqualTo(LIMIT_REACHED);
        assertThat(reserve(2, "grab-2").status()).isEqualTo(RESERVED);
    }

    @Test
    final void withoutALimitAReleaseAtTheLimitIsARelease() {
        loaded(3L, null);
        ReserveAnswer answer = reserve(1, "grab-1");

        settle(1, "grab-1", answer, RELEASE_AT_LIMIT);

        assertThat(view()).isEqualTo(new GateView(EPOCH, 3L, 0));
        assertThat(reserve(1, "grab-1").status()).isEqualTo(RESERVED);
    }

    @ParameterizedTest
    @EnumSource(Settlement.Outcome.class)
    final void onlyTheFirstSettlementCounts(Settlement.Outcome first) {
        loaded(10L, 2);
        reserve(1, "grab-0");
        ReserveAnswer answer = reserve(1, "grab-1");
        settle(1, "grab-1", answer, first);
        GateView view = view();
        int count = fixture.countOf(SHARE, 1);

        for (Settlement.Outcome later : Settlement.Outcome.values()) {
            settle(1, "grab-1", answer, later);
            assertThat(view()).as("%s after %s", later, first).isEqualTo(view);
            assertThat(fixture.countOf(SHARE, 1)).isEqualTo(count);
        }
    }

    @ParameterizedTest
    @EnumSource(Settlement.Outcome.class)
    final void aSettlementOfSomethingElseChangesNothing(Settlement.Outcome outcome) {
        loaded(10L, 2);
        ReserveAnswer answer = reserve(1, "grab-1");
        GateView view = view();

        settle(1, "grab-1", codes.next(1), EPOCH, outcome);
        settle(1, "grab-1", answer.code(), EPOCH - 1, outcome);
        settle(1, "grab-1", answer.code(), EPOCH + 1, outcome);
        settle(1, "grab-2", answer.code(), EPOCH, outcome);
        settle(65, "grab-1", answer.code(), EPOCH, outcome);
        gate.settle(new ShareId(8, 0), List.of(new Settlement(1, "grab-1", answer.code(), answer.epoch(), outcome)));

        assertThat(view()).isEqualTo(view);
        assertThat(fixture.countOf(SHARE, 1)).isEqualTo(1);
        assertThat(fixture.countOf(SHARE, 65)).isZero();
        assertThat(reserve(1, "grab-1")).isEqualTo(answer);
    }

    @Test
    final void manyAreSettledAtOnce() {
        loaded(300L, 1);
        List<Settlement> settlements = new ArrayList<>();
        for (int user = 1; user <= 200; user++) {
            ReserveAnswer answer = reserve(user, "grab");
            settlements.add(
                    new Settlement(user, "grab", answer.code(), answer.epoch(), user % 2 == 0 ? CONFIRM : RELEASE));
        }

        gate.settle(SHARE, settlements);
        gate.settle(SHARE, settlements);

        assertThat(view()).isEqualTo(new GateView(EPOCH, 200L, 0));
    }

    // --- loading

    @Test
    final void aFirstLoadLoads() {
        assertThat(gate.view(SHARE)).isEmpty();

        assertThat(gate.load(stock(EPOCH, 10L, 1))).isTrue();

        assertThat(view()).isEqualTo(new GateView(EPOCH, 10L, 0));
    }

    @Test
    final void theSameEpochAgainAndOlderOnesChangeNothing() {
        loaded(10L, 2);
        ReserveAnswer answer = reserve(1, "grab-1");

        assertThat(gate.load(stock(EPOCH, 10L, 2))).isTrue();
        assertThat(gate.load(stock(EPOCH, 99L, 1))).as("whatever it carries").isTrue();
        assertThat(gate.load(stock(EPOCH - 1, 99L, 1))).isFalse();
        assertThat(gate.load(stock(0, 99L, 1))).isFalse();

        assertThat(view()).isEqualTo(new GateView(EPOCH, 9L, 1));
        assertThat(reserve(1, "grab-1")).isEqualTo(answer);
        assertThat(reserve(1, "grab-2").status()).isEqualTo(RESERVED);
    }

    @Test
    final void aNewerEpochReplacesStockCountsAndReservations() {
        loaded(10L, 1);
        ReserveAnswer old = reserve(1, "grab-1");
        settle(2, "grab-1", reserve(2, "grab-1"), CONFIRM);

        assertThat(gate.load(stock(EPOCH + 1, 4L, 2))).isTrue();

        assertThat(view()).isEqualTo(new GateView(EPOCH + 1, 4L, 0));
        assertThat(gate.overdue(SHARE, KEPT_UNTIL, 10)).isEmpty();
        assertThat(fixture.countOf(SHARE, 1)).isZero();
        settle(1, "grab-1", old, RELEASE);
        assertThat(view()).as("what was reserved before is gone").isEqualTo(new GateView(EPOCH + 1, 4L, 0));
        ReserveRequest again = request(1, "grab-1");
        assertThat(reserve(again)).isEqualTo(new ReserveAnswer(RESERVED, again.code(), 1, EPOCH + 1));
        assertThat(reserve(2, "grab-1").status()).isEqualTo(RESERVED);
        assertThat(reserve(2, "grab-2").status()).as("the new limit holds").isEqualTo(RESERVED);
    }

    @ParameterizedTest
    @ValueSource(longs = {9, 99, 999_999_999_999L})
    final void epochsAreComparedAsNumbers(long epoch) { // B13
        gate.load(stock(epoch, 10L, 1));

        assertThat(gate.load(stock(epoch + 1, 20L, 1))).isTrue();
        assertThat(gate.load(stock(epoch, 10L, 1))).isFalse();

        assertThat(view()).isEqualTo(new GateView(epoch + 1, 20L, 0));
        assertThat(reserve(1, "grab").epoch()).isEqualTo(epoch + 1);
    }

    @Test
    final void limitsMayComeAndGoWithALoad() {
        loaded(null, null);
        gate.load(stock(EPOCH + 1, 1L, 1));
        assertThat(reserve(1, "a").status()).isEqualTo(RESERVED);
        assertThat(reserve(1, "b").status()).isEqualTo(LIMIT_REACHED);
        assertThat(reserve(2, "a").status()).isEqualTo(SOLD_OUT);
        gate.load(stock(EPOCH + 2, null, null));
        assertThat(reserve(1, "a").status()).isEqualTo(RESERVED);
        assertThat(reserve(1, "b").status()).isEqualTo(RESERVED);
        assertThat(view()).isEqualTo(new GateView(EPOCH + 2, null, 2));
    }

    @Test
    final void stockMayBeLarge() {
        loaded(2_000_000_000L, 10_000);

        reserve(1, "grab");

        assertThat(view()).isEqualTo(new GateView(EPOCH, 1_999_999_999L, 1));
    }

    @Test
    final void aShareCanBeGrabbedInItsLastHours() { // B15
        Instant soon = Instant.now().plus(Duration.ofHours(3));

        assertThat(gate.load(new GateLoad(SHARE, EPOCH, 10L, 10L, 1, soon))).isTrue();

        assertThat(reserve(1, "grab").status()).isEqualTo(RESERVED);
        assertThat(view()).isEqualTo(new GateView(EPOCH, 9L, 1));
    }

    @Test
    final void aShareWhoseTimeIsOverMayBeForgottenButIsNoFault() { // B15
        Instant over = Instant.now().minus(Duration.ofDays(3));

        gate.load(new GateLoad(SHARE, EPOCH, 10L, 10L, 1, over));
        gate.forget();

        assertThat(reserve(1, "grab").status()).isIn(RESERVED, NOT_LOADED);
    }

    // --- overdue reservations

    @Test
    final void overdueReservationsComeEarliestFirst() {
        loaded(100L, 1);
        Instant[] deadlines = new Instant[20];
        for (int i = 0; i < deadlines.length; i++) {
            deadlines[i] = DEADLINE.plusMillis((i * 7L) % 20);
            gate.reserve(SHARE, List.of(new ReserveRequest(i + 1, "grab", codes.next(i + 1), deadlines[i])));
        }

        List<Reservation> all = gate.overdue(SHARE, DEADLINE.plusSeconds(1), 100);

        assertThat(all).hasSize(20).extracting(Reservation::deadline).isSorted();
        assertThat(all)
                .allSatisfy(reservation ->
                        assertThat(reservation.deadline()).isEqualTo(deadlines[(int) reservation.userId() - 1]));
        assertThat(gate.overdue(SHARE, DEADLINE.plusSeconds(1), 5)).isEqualTo(all.subList(0, 5));
        assertThat(gate.overdue(SHARE, DEADLINE.plusSeconds(1), 1)).isEqualTo(all.subList(0, 1));
    }

    @Test
    final void aReservationIsOverdueOnceItsDeadlineLiesBeforeTheInstant() {
        loaded(100L, 1);
        ReserveRequest request = request(1, "grab-1");
        reserve(request);

        assertThat(gate.overdue(SHARE, DEADLINE, 10)).isEmpty();
        assertThat(gate.overdue(SHARE, DEADLINE.plusMillis(1), 10))
                .containsExactly(new Reservation(1, "grab-1", request.code(), EPOCH, DEADLINE));
    }

    @Test
    final void onlyOpenReservationsOfThePresentEpochAreOverdue() {
        loaded(100L, 1);
        ReserveAnswer confirmed = reserve(1, "grab");
        ReserveAnswer released = reserve(2, "grab");
        reserve(3, "grab");
        settle(1, "grab", confirmed, CONFIRM);
        settle(2, "grab", released, RELEASE);

        assertThat(gate.overdue(SHARE, KEPT_UNTIL, 10))
                .extracting(Reservation::userId)
                .containsExactly(3L);
        gate.load(stock(EPOCH + 1, 100L, 1));
        assertThat(gate.overdue(SHARE, KEPT_UNTIL, 10)).isEmpty();
    }

    @Test
    final void reservingAgainDoesNotPutTheDeadlineOff() {
        loaded(100L, 1);
        reserve(1, "grab-1");
        gate.reserve(
                SHARE, List.of(new ReserveRequest(1, "grab-1", codes.next(1), DEADLINE.plus(1, ChronoUnit.HOURS))));

        assertThat(gate.overdue(SHARE, DEADLINE.plusMillis(1), 10)).hasSize(1);
    }

    // --- many threads

    @Test
    final void manyUsersRaceForFewUnits() {
        loaded(10L, 1);

        List<ReserveAnswer.Status> statuses =
                Race.run(n -> reserve(n + 1L, "grab").status());

        assertThat(statuses.stream().filter(status -> status == RESERVED)).hasSize(10);
        assertThat(statuses).containsOnly(RESERVED, SOLD_OUT);
        assertThat(view()).isEqualTo(new GateView(EPOCH, 0L, 10));
    }

    @Test
    final void oneUserRacesUpToALimitOfThree() {
        loaded(100L, 3);

        List<ReserveAnswer> answers = Race.run(n -> reserve(1, "grab-" + n));

        assertThat(statuses(answers).stream().filter(status -> status == RESERVED))
                .hasSize(3);
        assertThat(statuses(answers)).containsOnly(RESERVED, LIMIT_REACHED);
        assertThat(view()).isEqualTo(new GateView(EPOCH, 97L, 3));
    }

    @Test
    final void oneKeyRacesWithItselfForOneReservation() {
        loaded(100L, 3);

        List<ReserveAnswer> answers = Race.run(n -> reserve(1, "grab"));

        assertThat(answers.stream().distinct()).hasSize(1);
        assertThat(view()).isEqualTo(new GateView(EPOCH, 99L, 1));
    }

    @Test
    final void reservingAndSettlingRace() {
        loaded(40L, 2);

        Race.run(n -> {
            for (int i = 0; i < 20; i++) {
                String requestId = "grab-" + n + "-" + i;
                long user = 1L + n % 16;
                ReserveAnswer answer = reserve(user, requestId);
                if (answer.status() == RESERVED && i % 4 != 3) {
                    settle(user, requestId, answer, (n + i) % 32 == 0 ? CONFIRM : RELEASE);
                }
            }
            return null;
        });

        for (int user = 1; user <= 16; user++) {
            assertThat(fixture.countOf(SHARE, user)).isBetween(0, 2);
        }
    }

    @Test
    final void loadsRaceAndTheNewestStays() {
        List<Boolean> loaded = Race.run(n -> fixture.gate().load(stock(n + 1L, 1_000L * (n + 1), 1)));

        assertThat(loaded.get(Race.THREADS - 1)).isTrue();
        assertThat(view()).isEqualTo(new GateView(Race.THREADS, 1_000L * Race.THREADS, 0));
    }

    @Test
    final void aLoadRacesWithReservationsAndNoUnitIsMadeOrLost() {
        loaded(1_000L, 10);
        gate.forget();

        List<List<ReserveAnswer>> answers = Race.run(n -> {
            if (n % 16 == 15) {
                fixture.gate().load(stock(EPOCH + 1, 500L, 10));
            }
            List<ReserveAnswer> own = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                own.add(reserve(n + 1L, "grab-" + i));
            }
            return own;
        });

        long ofNewEpoch = answers.stream()
                .flatMap(List::stream)
                .filter(answer -> answer.epoch() == EPOCH + 1)
                .count();
        assertThat(answers.stream().flatMap(List::stream).map(ReserveAnswer::status))
                .containsOnly(RESERVED);
        assertThat(view()).isEqualTo(new GateView(EPOCH + 1, 500 - ofNewEpoch, ofNewEpoch));
    }
}
