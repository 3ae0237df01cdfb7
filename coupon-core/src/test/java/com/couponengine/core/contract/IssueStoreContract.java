package com.couponengine.core.contract;

import static com.couponengine.core.store.IssueAnswer.Status.ALREADY_GRANTED;
import static com.couponengine.core.store.IssueAnswer.Status.CODE_TAKEN;
import static com.couponengine.core.store.IssueAnswer.Status.GRANTED;
import static com.couponengine.core.store.IssueAnswer.Status.LIMIT_REACHED;
import static com.couponengine.core.store.IssueAnswer.Status.REQUEST_ID_REUSED;
import static com.couponengine.core.store.IssueAnswer.Status.SOLD_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.IssueStore;
import com.couponengine.core.store.RequestKey;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.wallet.WalletQuery;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link IssueStore}: who gets a coupon, who does not and why. See {@link IssueRefusalContract}, {@link FenceContract}. */
public abstract class IssueStoreContract extends CouponRepositoryContract {

    @Test
    final void aGrantedCouponIsARowThatEveryReaderShows() {
        Template template = published(terms().total(10).zone(ZoneId.of("Asia/Shanghai")));
        IssueRequest request = request(template, user(7), "grab-7");

        IssueAnswer answer = issue(template, request);

        assertThat(answer.status()).isEqualTo(GRANTED);
        Coupon coupon = answer.coupon();
        assertThat(coupon)
                .isEqualTo(new Coupon(
                        request.code(),
                        user(7),
                        template.id(),
                        1,
                        "grab-7",
                        CouponState.AVAILABLE,
                        NOW,
                        VALID_FROM,
                        EXPIRES,
                        null));
        assertThat(repository().coupons().find(coupon.code())).contains(coupon);
        assertThat(found(user(7), "grab-7")).contains(coupon);
        assertThat(repository()
                        .coupons()
                        .wallet(new WalletQuery(
                                user(7), WalletQuery.View.UNUSED, WalletQuery.Sort.NEWEST_FIRST, null, 10)))
                .containsExactly(coupon);
        assertThat(rows(template))
                .containsExactly(new StoredRow(coupon.code().toString(), user(7), 1, "grab-7", false));
        assertThat(stock(template).issued()).isEqualTo(1);
        assertThat(ledger(coupon)).isEmpty();
        assertThat(drainEvents()).containsExactly(CouponEvent.issued(coupon, ZoneId.of("Asia/Shanghai")));
    }

    @Test
    final void aRepeatIsAnsweredWithTheFirstCouponAndStoresNothing() {
        Template template = published(terms().total(10).perUserLimit(3));
        Coupon coupon = granted(template);

        for (int i = 0; i < 3; i++) {
            assertThat(issue(template, user(1), "grab-1")).isEqualTo(new IssueAnswer(ALREADY_GRANTED, coupon));
        }
        assertThat(rows(template)).hasSize(1);
        assertThat(stock(template).issued()).isEqualTo(1);
        assertThat(drainEvents()).hasSize(1);
    }

    /** What may have become of a template since a request was granted. */
    enum Fate {
        STILL_BEING_GRABBED,
        SOLD_OUT,
        PAUSED,
        ENDED,
        VOIDED,
        GRAB_OVER,
        EPOCH_RAISED
    }

    @ParameterizedTest
    @EnumSource(Fate.class)
    final void aRepeatIsAnsweredWithTheFirstCouponWhateverBecameOfTheTemplate(Fate fate) {
        Template template = published(terms().total(1L * repository().shards().sources()));
        long epoch = stock(template).epoch();
        Coupon coupon = issue(template, OptionalLong.of(epoch), List.of(request(template, user(1), "grab-1")))
                .get(0)
                .coupon();
        switch (fate) {
            case STILL_BEING_GRABBED -> change(template, new TemplateChange.Rename("summer"));
            case SOLD_OUT -> assertThat(statusOf(template, user(2), "grab-2")).isEqualTo(SOLD_OUT);
            case PAUSED -> pause(template);
            case ENDED -> end(template);
            case VOIDED -> voidAll(template);
            case GRAB_OVER -> clock.set(GRAB_END);
            case EPOCH_RAISED -> repository().issues().raiseEpoch(share(template));
        }

        IssueAnswer repeat = issue(template, OptionalLong.of(epoch), List.of(request(template, user(1), "grab-1")))
                .get(0);

        assertThat(repeat).isEqualTo(new IssueAnswer(ALREADY_GRANTED, coupon));
        assertThat(rows(template)).hasSize(1);
    }

    @Test
    final void aRepeatShowsTheCouponAsItStandsNow() {
        Template template = published(terms());
        Coupon coupon = granted(template);
        redeem(coupon, "order-1");

        IssueAnswer repeat = issue(template, user(1), "grab-1");

        assertThat(repeat.status()).isEqualTo(ALREADY_GRANTED);
        assertThat(repeat.coupon()).isEqualTo(stored(coupon));
        assertThat(repeat.coupon().state()).isEqualTo(CouponState.REDEEMED);
    }

    @Test
    final void aUsersRequestIdOfAnotherTemplateIsToldAsReused() {
        Template spring = published(terms());
        Template summer = published(terms());
        Template ended = published(terms());
        end(ended);
        granted(spring);

        assertThat(statusOf(summer, user(1), "grab-1")).isEqualTo(REQUEST_ID_REUSED);
        assertThat(statusOf(ended, user(1), "grab-1")).isEqualTo(REQUEST_ID_REUSED);
        IssueRequest request = request(spring, user(1), "grab-1");
        assertThat(repository()
                        .issues()
                        .issue(new IssueBatch(
                                new ShareId(summer.id() + 1_000, 0), OptionalLong.empty(), List.of(request))))
                .extracting(IssueAnswer::status)
                .containsExactly(REQUEST_ID_REUSED);

        assertThat(statusOf(summer, user(2), "grab-1"))
                .as("the id belongs to its user only")
                .isEqualTo(GRANTED);
        assertThat(statusOf(summer, user(1), "grab-2")).isEqualTo(GRANTED);
    }

    @Test
    final void aRefusedRequestIdMayBeGrantedLater() {
        Template template = published(terms());
        pause(template);
        assertThat(statusOf(template, user(1), "grab-1")).isEqualTo(IssueAnswer.Status.PAUSED);
        change(template, new TemplateChange.Resume());

        assertThat(statusOf(template, user(1), "grab-1")).isEqualTo(GRANTED);

        Template other = published(terms());
        pause(other);
        assertThat(statusOf(other, user(2), "grab-2")).isEqualTo(IssueAnswer.Status.PAUSED);
        assertThat(statusOf(template, user(2), "grab-2"))
                .as("only grants are remembered")
                .isEqualTo(GRANTED);
    }

    @Test
    final void requestIdsAreComparedCharacterByCharacter() {
        Template template = published(terms().unlimitedPerUser());
        String longest = "q".repeat(64);
        List<String> ids = List.of("a", "A", "a'", "a\"", "a\\", "a%", "a_", "b", longest, longest.substring(1));

        for (String id : ids) {
            assertThat(statusOf(template, user(1), id)).as(id).isEqualTo(GRANTED);
        }
        for (String id : ids) {
            assertThat(found(user(1), id))
                    .as(id)
                    .get()
                    .extracting(Coupon::requestId)
                    .isEqualTo(id);
        }
    }

    @Test
    final void aRequestThatWasNeverGrantedIsNotFound() {
        granted(published(terms()));

        assertThat(found(user(1), "grab-2")).isEmpty();
        assertThat(found(user(2), "grab-1")).isEmpty();
    }

    @Test
    final void manyRequestsAreLookedUpAtOnceEachWithItsOwnAnswerInOrder() {
        Template template = published(terms().unlimitedPerUser());
        Template other = published(terms());
        int sources = repository().shards().sources();
        List<RequestKey> keys = new ArrayList<>();
        List<Optional<Coupon>> expected = new ArrayList<>();
        for (int source = sources - 1; source >= 0; source--) { // so that the order is not that of the tables
            long first = 64L + 64L * source / sources;
            for (long userId : new long[] {first + 3, first, first + 64, first + 1}) {
                Coupon mine = granted(template, userId, "of-" + userId);
                Coupon second = granted(other, userId, "second");
                keys.add(new RequestKey(userId, "of-" + userId));
                expected.add(Optional.of(mine));
                keys.add(new RequestKey(userId, "never"));
                expected.add(Optional.empty());
                keys.add(new RequestKey(userId, "of-" + (userId == first ? first + 64 : first))); // somebody else's
                expected.add(Optional.empty());
                keys.add(new RequestKey(userId, "second"));
                expected.add(Optional.of(second));
            }
        }
        keys.add(keys.get(0));
        expected.add(expected.get(0));
        keys.add(keys.get(1));
        expected.add(expected.get(1));

        assertThat(repository().issues().find(keys)).isEqualTo(expected);
        assertThat(repository().issues().find(List.of())).isEmpty();
    }

    @Test
    final void ofHundredsThatAreLookedUpAtOnceExactlyTheGrantedOnesAreFoundAsTheyStandNow() {
        Template template = published(terms());
        List<IssueRequest> requests = new ArrayList<>();
        for (int n = 1; n <= 150; n++) {
            requests.add(request(template, user(n), "grab"));
        }
        Coupon redeemed = issue(template, requests).get(0).coupon();
        redeem(redeemed, "order-1");
        List<RequestKey> keys = new ArrayList<>();
        for (int n = 300; n >= 1; n--) {
            keys.add(new RequestKey(user(n), "grab"));
        }

        List<Optional<Coupon>> found = repository().issues().find(keys);

        assertThat(found.subList(0, 150)).containsOnly(Optional.empty());
        assertThat(found.subList(150, 300))
                .extracting(coupon -> coupon.orElseThrow().userId())
                .isEqualTo(
                        keys.subList(150, 300).stream().map(RequestKey::userId).toList());
        assertThat(found.get(299)).contains(stored(redeemed));
        assertThat(found.get(299).orElseThrow().state()).isEqualTo(CouponState.REDEEMED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10})
    final void aUserGetsAsManyAsTheLimitAllows(int limit) { // B115
        Template template = published(terms().perUserLimit(limit));

        for (int i = 1; i <= limit; i++) {
            Coupon coupon = granted(template, user(1), "grab-" + i);
            assertThat(coupon.grabNo()).isEqualTo(i);
        }

        assertThat(statusOf(template, user(1), "grab-more")).isEqualTo(LIMIT_REACHED);
        assertThat(statusOf(template, user(2), "grab-1")).isEqualTo(GRANTED);
        assertThat(rowsOf(template, user(1))).hasSize(limit);
    }

    @Test
    final void withoutALimitAUserGetsAsManyAsAsked() {
        Template template = published(terms().unlimitedPerUser());

        for (int i = 1; i <= 20; i++) {
            assertThat(granted(template, user(1), "grab-" + i).grabNo()).isEqualTo(i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 10_000})
    final void theNumberThatTheGateGuessedIsOnlyAHint(int hint) {
        Template template = published(terms().perUserLimit(3));
        List<Integer> numbers = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            IssueRequest request = request(template, user(1), "grab-" + i);
            IssueAnswer answer = issue(
                    template,
                    new IssueRequest(
                            request.userId(),
                            request.requestId(),
                            request.code(),
                            hint,
                            request.grabbedAt(),
                            request.validFrom(),
                            request.expiresAt()));
            assertThat(answer.status()).isEqualTo(GRANTED);
            numbers.add(answer.coupon().grabNo());
        }
        assertThat(numbers).containsExactlyInAnyOrder(1, 2, 3);
        assertThat(statusOf(template, user(1), "grab-4")).isEqualTo(LIMIT_REACHED);
    }

    @Test
    final void nothingThatBecomesOfACouponFreesItsPlaceOrItsUnit() {
        int sources = repository().shards().sources();
        Template template =
                published(terms().total(4L * sources).perUserLimit(4).releasePolicy(ReleasePolicy.FORFEIT));
        List<Coupon> coupons = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            coupons.add(granted(template, user(1), "grab-" + i));
        }
        run(new RedemptionCommand.VoidCoupon(coupons.get(0).code(), "Li Lei", "mistake", "void-1"));
        redeem(coupons.get(1), "order-1");
        run(new RedemptionCommand.Release(coupons.get(1).code(), user(1), "order-1", 1, null));
        redeem(coupons.get(2), "order-2");
        run(new RedemptionCommand.Release(coupons.get(2).code(), user(1), "order-2", 1, ReleasePolicy.RETURN));

        assertThat(statusOf(template, user(1), "grab-5")).isEqualTo(LIMIT_REACHED);
        assertThat(statusOf(template, user(2), "grab-1")).isEqualTo(SOLD_OUT);
        assertThat(stock(template).issued()).isEqualTo(4);
    }

    @Test
    final void exactlyTheTotalIsIssued() { // B03: refusals cost nothing
        int sources = repository().shards().sources();
        Template template = published(terms().total(5L * sources));
        assertThat(stock(template).quota()).isEqualTo(5);
        granted(template, user(1), "grab-1");
        for (int i = 0; i < 100; i++) {
            assertThat(statusOf(template, user(1), "again-" + i)).isEqualTo(LIMIT_REACHED);
        }
        for (int n = 2; n <= 5; n++) {
            assertThat(statusOf(template, user(n), "grab-1")).isEqualTo(GRANTED);
        }

        assertThat(statusOf(template, user(6), "grab-1")).isEqualTo(SOLD_OUT);
        assertThat(stock(template).remaining()).isEqualTo(0);
        assertThat(rows(template)).hasSize(5);
    }

    @Test
    final void withoutATotalEverybodyGetsOne() {
        Template template = published(terms().unlimitedTotal());

        List<IssueRequest> requests = new ArrayList<>();
        for (int n = 1; n <= 100; n++) {
            requests.add(request(template, user(n), "grab"));
        }

        assertThat(statuses(issue(template, requests))).containsOnly(GRANTED);
        ShareStock stock = stock(template);
        assertThat(stock.quota()).isNull();
        assertThat(stock.remaining()).isNull();
        assertThat(stock.issued()).isEqualTo(100);
    }

    @Test
    final void ofTwoHundredAtOnceExactlyTheRightOnesAreGranted() {
        int sources = repository().shards().sources();
        Template template = published(terms().total(210L * sources).perUserLimit(2));
        Template other = published(terms());
        CouponCode takenCode = granted(other, user(11), "other").code();
        List<IssueRequest> before = new ArrayList<>(); // leaves 3 units
        before.add(request(template, user(2), "first"));
        before.add(request(template, user(2), "second"));
        before.add(request(template, user(3), "known"));
        while (before.size() < 207) {
            before.add(request(template, user(1_000 + before.size()), "grab"));
        }
        assertThat(statuses(issue(template, before))).containsOnly(GRANTED);

        List<IssueRequest> batch = new ArrayList<>();
        List<IssueAnswer.Status> expected = new ArrayList<>();
        batch.add(request(template, user(2), "third"));
        expected.add(LIMIT_REACHED);
        batch.add(request(template, user(3), "known"));
        expected.add(ALREADY_GRANTED);
        batch.add(request(template, user(11), "taken", takenCode));
        expected.add(CODE_TAKEN);
        batch.add(request(template, user(11), "other"));
        expected.add(REQUEST_ID_REUSED);
        batch.add(request(template, user(4), "double"));
        expected.add(GRANTED);
        batch.add(request(template, user(4), "double"));
        expected.add(ALREADY_GRANTED);
        batch.add(request(template, user(4), "once-more"));
        expected.add(GRANTED);
        batch.add(request(template, user(4), "too-many"));
        expected.add(LIMIT_REACHED);
        batch.add(request(template, user(5), "last"));
        expected.add(GRANTED);
        while (batch.size() < 200) {
            batch.add(request(template, user(2_000 + batch.size()), "late"));
            expected.add(SOLD_OUT);
        }

        List<IssueAnswer> answers = issue(template, batch);

        assertThat(statuses(answers)).isEqualTo(expected);
        assertThat(answers.get(1).coupon()).isEqualTo(found(user(3), "known").orElseThrow());
        assertThat(answers.get(5).coupon()).isEqualTo(answers.get(4).coupon());
        assertThat(rows(template)).hasSize(210);
        assertThat(stock(template).remaining()).isEqualTo(0);
        assertThat(statuses(issue(template, batch)))
                .as("the same batch again, after a lost answer")
                .isEqualTo(expected.stream()
                        .map(status -> status == GRANTED ? ALREADY_GRANTED : status)
                        .map(status -> status == CODE_TAKEN ? SOLD_OUT : status)
                        .toList());
    }

    @Test
    final void withinABatchTheFirstComersAreServed() {
        int sources = repository().shards().sources();
        Template template = published(terms().total(3L * sources));
        List<IssueRequest> requests = new ArrayList<>();
        for (int n = 1; n <= 10; n++) {
            requests.add(request(template, user(n), "grab"));
        }
        Collections.reverse(requests); // so that arrival is not the order of any key

        List<IssueAnswer.Status> statuses = statuses(issue(template, requests));

        assertThat(statuses.subList(0, 3)).containsOnly(GRANTED);
        assertThat(statuses.subList(3, 10)).containsOnly(SOLD_OUT);
    }

    @Test
    final void aRefusedRequestTakesNothingFromThoseBehindIt() {
        int sources = repository().shards().sources();
        Template template = published(terms().total(2L * sources));
        CouponCode code = code(user(1));

        List<IssueAnswer> answers = issue(
                template,
                List.of(
                        request(template, user(1), "grab-1", code),
                        request(template, user(1), "grab-2"),
                        request(template, user(1 + 64 * sources), "grab-1", code),
                        request(template, user(2), "grab-1"),
                        request(template, user(3), "grab-1")));

        assertThat(statuses(answers)).containsExactly(GRANTED, LIMIT_REACHED, CODE_TAKEN, GRANTED, SOLD_OUT);
    }

    @Test
    final void aTakenCodeIsToldAndAnotherIsGranted() {
        Template template = published(terms().perUserLimit(2));
        Coupon coupon = granted(template);

        assertThat(issue(template, request(template, user(1), "grab-2", coupon.code()))
                        .status())
                .isEqualTo(CODE_TAKEN);
        assertThat(statusOf(template, user(1), "grab-2")).isEqualTo(GRANTED);
        assertThat(stored(coupon)).isEqualTo(coupon);
    }

    @Test
    final void everyDataSourceIssuesFromItsOwnShare() {
        int sources = repository().shards().sources();
        Template template = published(terms().total((long) sources));
        assertThat(repository().issues().stock(template.id()))
                .extracting(stock -> stock.share().source())
                .hasSize(sources)
                .doesNotHaveDuplicates();
        for (int source = 0; source < sources; source++) {
            long first = 64L + 64L * source / sources;
            assertThat(statusOf(template, first, "grab-1")).isEqualTo(GRANTED);
            assertThat(statusOf(template, first + 64, "grab-1")).isEqualTo(SOLD_OUT);
        }
        assertThat(repository().issues().stock(template.id()))
                .allSatisfy(stock -> assertThat(stock.remaining()).isEqualTo(0));
    }

    @Test
    final void usersOfEveryTableMayShareABatch() {
        Template template = published(terms());
        List<IssueRequest> requests = new ArrayList<>();
        int tables = CouponCode.TABLES / repository().shards().sources();
        for (int n = 1; n <= 2 * tables; n++) {
            requests.add(request(template, user(n), "grab"));
        }

        assertThat(statuses(issue(template, requests))).containsOnly(GRANTED);
        assertThat(repository().coupons().find(requests.get(3).code())).isPresent();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 64, 1L << 31, (1L << 53) + 1, Long.MAX_VALUE})
    final void userIdsOfAnySizeKeepEveryDigit(long userId) {
        Template template = published(terms());

        Coupon coupon = granted(template, userId, "grab-1");

        assertThat(coupon.userId()).isEqualTo(userId);
        assertThat(stored(coupon)).isEqualTo(coupon);
        assertThat(rowsOf(template, userId)).hasSize(1);
    }

    @Test
    final void theFirstAnswerIsWhatAllLaterOnesSayToTheLastFractionOfASecond() {
        Template template = published(terms());
        Instant odd = NOW.plusNanos(123_999_999);
        clock.set(odd);
        IssueRequest request = new IssueRequest(
                user(1),
                "grab-1",
                code(user(1)),
                1,
                odd,
                odd.plusNanos(400_000),
                odd.plusSeconds(1).plusNanos(999_999));

        Coupon coupon = issue(template, request).coupon();

        assertThat(coupon.issuedAt()).isEqualTo(NOW.plusMillis(123));
        assertThat(coupon.expiresAt()).as("cut, never rounded up").isEqualTo(NOW.plusMillis(1_124));
        assertThat(stored(coupon)).isEqualTo(coupon);
        assertThat(issue(template, request)).isEqualTo(new IssueAnswer(ALREADY_GRANTED, coupon));
    }
}
