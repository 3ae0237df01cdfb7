package com.couponengine.core.contract;

import static com.couponengine.core.store.IssueAnswer.Status.ALREADY_GRANTED;
import static com.couponengine.core.store.IssueAnswer.Status.CODE_TAKEN;
import static com.couponengine.core.store.IssueAnswer.Status.GRANTED;
import static com.couponengine.core.store.IssueAnswer.Status.LIMIT_REACHED;
import static com.couponengine.core.store.IssueAnswer.Status.SOLD_OUT;
import static com.couponengine.core.store.IssueAnswer.Status.STALE_EPOCH;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.FenceAnswer;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.IssueStore;
import com.couponengine.core.store.Shards;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.Template;
import com.couponengine.core.wallet.WalletQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@link IssueStore}: fences, epochs, and many threads at once. */
public abstract class FenceContract extends CouponRepositoryContract {

    private FenceAnswer fence(Template template, long userId, CouponCode code) {
        return repository().issues().fence(template.id(), userId, code);
    }

    @Test
    final void aFenceBeforeTheCommitMakesItImpossible() {
        Template template = published(terms().total(10));
        IssueRequest attempt = request(template, user(1), "grab-1");

        assertThat(fence(template, user(1), attempt.code())).isEqualTo(FenceAnswer.FENCED);
        assertThat(isFenced(attempt.code())).isTrue();
        assertThat(issue(template, attempt).status()).isEqualTo(CODE_TAKEN);
        assertThat(rows(template)).isEmpty();

        assertThat(statusOf(template, user(1), "grab-1"))
                .as("the same request with a new code")
                .isEqualTo(GRANTED);
    }

    @Test
    final void aFenceAfterTheCommitFindsTheCoupon() {
        Template template = published(terms());
        Coupon coupon = granted(template);

        assertThat(fence(template, user(1), coupon.code())).isEqualTo(FenceAnswer.GRANTED);
        assertThat(isFenced(coupon.code())).isFalse();
        assertThat(stored(coupon)).isEqualTo(coupon);
    }

    @Test
    final void onceFencedAlwaysFencedAndOnceGrantedAlwaysGranted() {
        Template template = published(terms());
        Coupon coupon = granted(template);
        IssueRequest attempt = request(template, user(2), "grab-1");
        for (int i = 0; i < 3; i++) {
            assertThat(fence(template, user(1), coupon.code())).isEqualTo(FenceAnswer.GRANTED);
            assertThat(fence(template, user(2), attempt.code())).isEqualTo(FenceAnswer.FENCED);
            assertThat(issue(template, attempt).status()).isEqualTo(CODE_TAKEN);
        }
        redeem(coupon, "order-1");
        end(template);
        assertThat(fence(template, user(1), coupon.code())).isEqualTo(FenceAnswer.GRANTED);
        assertThat(fence(template, user(2), attempt.code())).isEqualTo(FenceAnswer.FENCED);
    }

    @Test
    final void aFenceIsNoCouponAndCountsNowhere() {
        int sources = repository().shards().sources();
        Template template = published(terms().total(2L * sources).perUserLimit(2));
        List<CouponCode> fenced = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            CouponCode code = code(user(1));
            assertThat(fence(template, user(1), code)).isEqualTo(FenceAnswer.FENCED);
            fenced.add(code);
        }

        assertThat(stock(template).issued()).isZero();
        assertThat(rows(template)).isEmpty();
        assertThat(statusOf(template, user(1), "grab-1")).isEqualTo(GRANTED);
        assertThat(statusOf(template, user(1), "grab-2")).isEqualTo(GRANTED);
        assertThat(statusOf(template, user(1), "grab-3")).isEqualTo(LIMIT_REACHED);
        clock.set(EXPIRES.plus(Duration.ofDays(1)));
        List<CouponCode> due = repository()
                .upkeep()
                .due(Shards.streamOf(fenced.get(0).table()), 100)
                .codes();
        List<Coupon> wallet = repository()
                .coupons()
                .wallet(new WalletQuery(user(1), WalletQuery.View.ALL, WalletQuery.Sort.NEWEST_FIRST, null, 100));
        assertThat(wallet).hasSize(2);
        for (CouponCode code : fenced) {
            assertThat(repository().coupons().find(code)).isEmpty();
            assertThat(repository().coupons().ledger(code)).isEmpty();
            assertThat(due).doesNotContain(code);
            assertThat(run(new RedemptionCommand.Sweep(code)).status()).isEqualTo(RedemptionStatus.UNKNOWN_COUPON);
            assertThat(run(new RedemptionCommand.Redeem(code, null, "order-1", 1, order("20.00")))
                            .status())
                    .isEqualTo(RedemptionStatus.UNKNOWN_COUPON);
            assertThat(run(new RedemptionCommand.VoidCoupon(code, "Li Lei", "mistake", "void-1"))
                            .status())
                    .isEqualTo(RedemptionStatus.UNKNOWN_COUPON);
        }
    }

    @Test
    final void inABatchOnlyTheFencedAttemptIsRefused() {
        Template template = published(terms());
        List<IssueRequest> batch = new ArrayList<>();
        for (int n = 1; n <= 20; n++) {
            batch.add(request(template, user(n), "grab-1"));
        }
        fence(template, user(13), batch.get(12).code());

        List<IssueAnswer.Status> statuses = statuses(issue(template, batch));

        assertThat(statuses.get(12)).isEqualTo(CODE_TAKEN);
        assertThat(statuses.stream().filter(status -> status == GRANTED)).hasSize(19);
    }

    @Test
    final void raisingTheEpochMakesOldReservationsWorthless() {
        int sources = repository().shards().sources();
        Template template = published(terms().total(10L * sources));
        ShareStock before = stock(template);
        granted(template);

        ShareStock raised = repository().issues().raiseEpoch(share(template)).orElseThrow();

        assertThat(raised.epoch()).isGreaterThan(before.epoch());
        assertThat(raised.quota()).isEqualTo(10);
        assertThat(raised.issued()).isEqualTo(1);
        assertThat(stock(template)).isEqualTo(raised);
        List<IssueRequest> requests = List.of(request(template, user(2), "grab-1"));
        assertThat(statuses(issue(template, OptionalLong.of(before.epoch()), requests)))
                .containsExactly(STALE_EPOCH);
        assertThat(statuses(issue(template, OptionalLong.of(raised.epoch()), requests)))
                .containsExactly(GRANTED);
        ShareStock again = repository().issues().raiseEpoch(share(template)).orElseThrow();
        assertThat(again.epoch()).isGreaterThan(raised.epoch());
        assertThat(again.issued()).isEqualTo(2);
    }

    @Test
    final void theEpochOfOneTemplateIsNoOthers() {
        Template raised = published(terms());
        Template other = published(terms());
        ShareStock before = stock(other);

        repository().issues().raiseEpoch(share(raised));

        assertThat(stock(other)).isEqualTo(before);
    }

    @Test
    final void thereIsNoEpochToRaiseWhereThereIsNoShare() {
        Template draft = draft(terms());
        Template published = published(terms());

        assertThat(repository().issues().raiseEpoch(share(draft))).isEmpty();
        assertThat(repository().issues().raiseEpoch(new ShareId(published.id() + 1_000, 0)))
                .isEmpty();
        assertThat(repository().issues().stock(draft.id())).isEmpty();
        assertThat(repository().issues().stock(published.id() + 1_000)).isEmpty();
    }

    @Test
    final void manyUsersRaceForFewUnits() { // B02
        int sources = repository().shards().sources();
        Template template = published(terms().total(10L * sources));

        List<IssueAnswer.Status> statuses = Race.run(n -> statusOf(template, user(n + 1), "grab-1"));

        assertThat(statuses.stream().filter(status -> status == GRANTED)).hasSize(10);
        assertThat(statuses.stream().filter(status -> status == SOLD_OUT)).hasSize(Race.THREADS - 10);
        assertThat(rows(template)).hasSize(10);
        assertThat(stock(template).remaining()).isEqualTo(0);
    }

    @Test
    final void oneUserRacesForOneUnit() { // B01
        int sources = repository().shards().sources();
        Template template = published(terms().total((long) sources));

        List<IssueAnswer.Status> statuses = Race.run(n -> statusOf(template, user(1), "grab-" + n));

        assertThat(statuses.stream().filter(status -> status == GRANTED)).hasSize(1);
        assertThat(statuses).containsOnly(GRANTED, LIMIT_REACHED);
        assertThat(rows(template)).hasSize(1);
        assertThat(stock(template).issued()).isEqualTo(1);
    }

    @Test
    final void oneUserRacesUpToALimitOfThree() {
        Template template = published(terms().perUserLimit(3));

        List<IssueAnswer.Status> statuses = Race.run(n -> statusOf(template, user(1), "grab-" + n));

        assertThat(statuses.stream().filter(status -> status == GRANTED)).hasSize(3);
        assertThat(statuses).containsOnly(GRANTED, LIMIT_REACHED);
        assertThat(rowsOf(template, user(1))).extracting(StoredRow::grabNo).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    final void oneRequestRacesWithItself() {
        Template template = published(terms().unlimitedPerUser());

        List<IssueAnswer> answers = Race.run(n -> issue(template, user(1), "grab-1"));

        assertThat(statuses(answers).stream().filter(status -> status == GRANTED))
                .hasSize(1);
        assertThat(statuses(answers)).containsOnly(GRANTED, ALREADY_GRANTED);
        assertThat(answers.stream().map(IssueAnswer::coupon).distinct()).hasSize(1);
        assertThat(rows(template)).hasSize(1);
    }

    @Test
    final void batchesThatOverlapRace() {
        int sources = repository().shards().sources();
        Template template = published(terms().total(30L * sources));

        List<List<IssueAnswer>> answers = Race.run(n -> issue(
                template,
                IntStream.range(0, 20)
                        .mapToObj(i -> request(template, user(1 + (n * 7 + i * 3) % 50), "grab-1"))
                        .toList()));

        assertThat(answers.stream()
                        .flatMap(List::stream)
                        .filter(answer -> answer.status() == GRANTED)
                        .map(IssueAnswer::coupon))
                .hasSize(30)
                .doesNotHaveDuplicates();
        assertThat(rows(template)).hasSize(30);
    }

    @Test
    final void aCommitAndItsFenceRaceAndExactlyOneWins() {
        Template template = published(terms());
        List<IssueRequest> attempts = IntStream.range(0, Race.THREADS / 2)
                .mapToObj(n -> request(template, user(n + 1), "grab-1"))
                .toList();

        List<Object> answers = Race.run(n -> {
            IssueRequest attempt = attempts.get(n / 2);
            return n % 2 == 0 ? issue(template, attempt).status() : fence(template, attempt.userId(), attempt.code());
        });

        for (int i = 0; i < attempts.size(); i++) {
            boolean granted = answers.get(2 * i) == GRANTED;
            assertThat(answers.get(2 * i)).isEqualTo(granted ? GRANTED : CODE_TAKEN);
            assertThat(answers.get(2 * i + 1)).isEqualTo(granted ? FenceAnswer.GRANTED : FenceAnswer.FENCED);
            assertThat(repository().coupons().find(attempts.get(i).code()).isPresent())
                    .isEqualTo(granted);
        }
    }

    @Test
    final void aRaisedEpochIsExactWhileGrabsAreUnderWay() {
        int sources = repository().shards().sources();
        Template template = published(terms().total(1_000L * sources));
        OptionalLong epoch = OptionalLong.of(stock(template).epoch());
        AtomicReference<ShareStock> raised = new AtomicReference<>();

        List<List<IssueAnswer.Status>> statuses = Race.run(n -> {
            if (n == Race.THREADS / 2) {
                raised.set(repository().issues().raiseEpoch(share(template)).orElseThrow());
                return List.of();
            }
            List<IssueAnswer.Status> own = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                long user = user(1 + n * 5 + i);
                own.addAll(statuses(issue(template, epoch, List.of(request(template, user, "grab-1")))));
            }
            return own;
        });

        assertThat(statuses.stream().flatMap(List::stream)).isSubsetOf(GRANTED, STALE_EPOCH);
        assertThat(statuses.stream().flatMap(List::stream).filter(status -> status == GRANTED))
                .as("every grant of the old epoch is counted in what the raise answered")
                .hasSize((int) raised.get().issued());
        for (List<IssueAnswer.Status> own : statuses) {
            int stale = own.indexOf(STALE_EPOCH);
            assertThat(stale < 0 ? List.of() : own.subList(stale, own.size())).doesNotContain(GRANTED);
        }
    }
}
