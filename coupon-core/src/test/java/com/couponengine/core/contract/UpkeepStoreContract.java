package com.couponengine.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.FenceAnswer;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.RequestKey;
import com.couponengine.core.store.Shards;
import com.couponengine.core.store.UpkeepStore;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Template;
import com.couponengine.core.wallet.WalletQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** {@link UpkeepStore}: what the sweep is told, and the archive. */
public abstract class UpkeepStoreContract extends RedemptionContract {
    private static final Instant LONG_AFTER = EXPIRES.plus(Duration.ofDays(100));

    /** The stream of the first user. */
    private int stream() {
        return Shards.streamOf(CouponCodes.tableOf(user(1)));
    }

    private List<CouponCode> due() {
        return repository().upkeep().due(stream(), 100).codes();
    }

    private int archive(Instant expiredBefore, int max) {
        return repository().upkeep().archive(stream(), expiredBefore, max);
    }

    private Template manyEach() {
        return published(terms().unlimitedPerUser().stackingGroup("g"));
    }

    private List<Coupon> granted(Template template, int count) {
        List<Coupon> coupons = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            coupons.add(granted(template, user(1), "grab-" + template.id() + "-" + i));
        }
        return coupons;
    }

    private void expired(List<Coupon> coupons) {
        clock.set(EXPIRES);
        coupons.forEach(coupon -> done(sweep(coupon), RedemptionStatus.SWEPT));
    }

    private long archived(Template template) {
        return rows(template).stream().filter(StoredRow::archived).count();
    }

    private List<Coupon> wallet() {
        return repository()
                .coupons()
                .wallet(new WalletQuery(user(1), WalletQuery.View.ALL, WalletQuery.Sort.NEWEST_FIRST, null, 500));
    }

    // --- what is due

    @Test
    final void aCouponIsDueWhenItsEndHasComeToTheMillisecond() {
        Coupon coupon = granted(manyEach());
        clock.set(EXPIRES.minus(ONE_MILLI));
        assertThat(due()).isEmpty();
        clock.set(EXPIRES);
        assertThat(due()).containsExactly(coupon.code());

        done(sweep(coupon), RedemptionStatus.SWEPT);

        assertThat(due()).isEmpty();
    }

    @Test
    final void aHoldIsDueWhenItsDeadlineHasComeToTheMillisecond() {
        Coupon coupon = granted(manyEach());
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        clock.set(NOW.plus(TEN_MINUTES).minus(ONE_MILLI));
        assertThat(due()).isEmpty();
        clock.set(NOW.plus(TEN_MINUTES));
        assertThat(due()).containsExactly(coupon.code());

        done(sweep(coupon), RedemptionStatus.SWEPT);

        assertThat(due()).isEmpty();
        clock.set(EXPIRES);
        assertThat(due()).containsExactly(coupon.code());
    }

    @Test
    final void anExtendedHoldIsDueAtItsLastDeadline() {
        Coupon coupon = granted(manyEach());
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        clock.advance(Duration.ofMinutes(5));
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        clock.advance(Duration.ofMinutes(6));
        assertThat(due()).isEmpty();
        clock.advance(Duration.ofMinutes(4));
        assertThat(due()).containsExactly(coupon.code());
    }

    @Test
    final void whatIsUsedVoidForfeitedOrReleasedIsNotDue() {
        Template template = manyEach();
        List<Coupon> coupons = granted(template, 5);
        done(redeem(coupons.get(0), "A", 1), RedemptionStatus.REDEEMED);
        done(hold(coupons.get(1), "A", 1), RedemptionStatus.HELD);
        done(confirm(coupons.get(1), "A", 1), RedemptionStatus.REDEEMED);
        done(voiding(coupons.get(2), "v"), RedemptionStatus.VOIDED);
        done(redeem(coupons.get(3), "A", 1), RedemptionStatus.REDEEMED);
        done(release(coupons.get(3), "A", 1, ReleasePolicy.FORFEIT), RedemptionStatus.RELEASED);
        done(hold(coupons.get(4), "A", 1), RedemptionStatus.HELD);
        done(release(coupons.get(4), "A", 1), RedemptionStatus.RELEASED);

        clock.set(NOW.plus(TEN_MINUTES));
        assertThat(due()).isEmpty();
        clock.set(EXPIRES);
        assertThat(due())
                .as("only the one that came back")
                .containsExactly(coupons.get(4).code());
    }

    @Test
    final void aReturnedCouponIsDueAgain() {
        Coupon coupon = granted(manyEach());
        done(redeem(coupon, "A", 1), RedemptionStatus.REDEEMED);
        done(release(coupon, "A", 1, ReleasePolicy.RETURN), RedemptionStatus.RELEASED);
        clock.set(EXPIRES);
        assertThat(due()).containsExactly(coupon.code());
    }

    @Test
    final void onlySoManyAreAnsweredAndOnlyOfThisStream() {
        Template template = manyEach();
        List<Coupon> coupons = granted(template, 10);
        Coupon elsewhere = granted(template, 640L + CouponCode.TABLES - 1, "grab");
        clock.set(EXPIRES);
        Set<CouponCode> swept = new HashSet<>();
        List<CouponCode> due = repository().upkeep().due(stream(), 3).codes();
        while (!due.isEmpty()) {
            assertThat(due).hasSizeLessThanOrEqualTo(3).doesNotHaveDuplicates();
            for (CouponCode code : due) {
                assertThat(swept.add(code)).isTrue();
                assertThat(run(new RedemptionCommand.Sweep(code)).status()).isEqualTo(RedemptionStatus.SWEPT);
            }
            due = repository().upkeep().due(stream(), 3).codes();
        }
        assertThat(swept)
                .containsExactlyInAnyOrderElementsOf(
                        coupons.stream().map(Coupon::code).toList());
        assertThat(repository().upkeep().due(Shards.STREAMS - 1, 100).codes()).containsExactly(elsewhere.code());
    }

    @Test
    final void usedCouponsAreNeverDueAndHideNoOthers() {
        Template template = manyEach();
        List<Coupon> coupons = granted(template, 9);
        List<Coupon> used = coupons.subList(0, 6);
        used.forEach(coupon -> done(redeem(coupon, "A" + coupon.code(), 1), RedemptionStatus.REDEEMED));
        clock.set(EXPIRES);
        Set<CouponCode> found = new HashSet<>();
        for (int looks = 0; looks < 20; looks++) {
            UpkeepStore.Due due = repository().upkeep().due(stream(), 2);
            found.addAll(due.codes());
            due.codes().forEach(code -> run(new RedemptionCommand.Sweep(code)));
            if (!due.more()) {
                break;
            }
        }
        assertThat(found)
                .containsExactlyInAnyOrderElementsOf(
                        coupons.subList(6, 9).stream().map(Coupon::code).toList());
        assertThat(used).allSatisfy(coupon -> assertThat(stored(coupon).state()).isEqualTo(CouponState.REDEEMED));
        assertThat(repository().upkeep().due(stream(), 2)).isEqualTo(new UpkeepStore.Due(List.of(), false));
    }

    @Test
    final void theWholeStoreIsSweptStreamByStream() {
        Template template = manyEach();
        for (int n = 0; n < CouponCode.TABLES; n++) {
            granted(template, 640L + n, "grab");
        }
        clock.set(EXPIRES);
        int swept = 0;
        for (int stream = 0; stream < Shards.STREAMS; stream++) {
            for (CouponCode code : repository().upkeep().due(stream, 100).codes()) {
                assertThat(Shards.streamOf(code.table())).isEqualTo(stream);
                assertThat(run(new RedemptionCommand.Sweep(code)).status()).isEqualTo(RedemptionStatus.SWEPT);
                swept++;
            }
        }
        assertThat(swept).isEqualTo(CouponCode.TABLES);
    }

    @Test
    final void manySweepersAtOnceWriteEveryEndDownOnce() {
        Template template = manyEach();
        List<Coupon> coupons = granted(template, 20);
        clock.set(EXPIRES);

        List<Integer> swept = Race.run(n -> {
            int own = 0;
            List<CouponCode> due = due();
            while (!due.isEmpty()) {
                for (CouponCode code : due) {
                    own += run(new RedemptionCommand.Sweep(code)).status() == RedemptionStatus.SWEPT ? 1 : 0;
                }
                due = due();
            }
            return own;
        });

        assertThat(swept.stream().mapToInt(Integer::intValue).sum()).isEqualTo(20);
        assertThat(coupons).allSatisfy(coupon -> is(coupon, CouponState.EXPIRED));
    }

    // --- the archive

    @Test
    final void theArchiveTakesWhatIsOverAndLosesNothingOfIt() {
        Template template = manyEach();
        List<Coupon> coupons = granted(template, 3);
        done(voiding(coupons.get(0), "v"), RedemptionStatus.VOIDED);
        done(redeem(coupons.get(1), "A", 1), RedemptionStatus.REDEEMED);
        done(release(coupons.get(1), "A", 1, ReleasePolicy.FORFEIT), RedemptionStatus.RELEASED);
        expired(coupons.subList(2, 3));
        end(template);
        List<Coupon> before = coupons.stream().map(this::stored).toList();
        List<List<CouponEvent>> ledgers = coupons.stream().map(this::ledger).toList();
        List<CouponEvent> ofOrder = repository().coupons().ledgerOfOrder(user(1), "A");

        assertThat(archive(LONG_AFTER, 100)).isEqualTo(3);

        assertThat(archive(LONG_AFTER, 100)).isZero();
        assertThat(archived(template)).isEqualTo(3);
        assertThat(rows(template)).hasSize(3);
        assertThat(coupons.stream().map(this::stored).toList()).isEqualTo(before);
        assertThat(coupons.stream().map(this::ledger).toList()).isEqualTo(ledgers);
        assertThat(repository().coupons().ledgerOfOrder(user(1), "A")).isEqualTo(ofOrder);
        assertThat(found(user(1), before.get(0).requestId())).contains(before.get(0));
        assertThat(stock(template).issued()).isEqualTo(3);
        assertThat(wallet()).isEmpty();
        assertThat(due()).isEmpty();
    }

    @Test
    final void onlyCouponsOfEndedTemplatesMove() {
        Template template = manyEach();
        expired(granted(template, 2));

        assertThat(archive(LONG_AFTER, 100)).isZero();
        pause(template);
        assertThat(archive(LONG_AFTER, 100)).isZero();
        end(template);
        assertThat(archive(LONG_AFTER, 100)).isEqualTo(2);
    }

    @Test
    final void usedAndUnsweptCouponsNeverMove() {
        Template template = manyEach();
        List<Coupon> coupons = granted(template, 4);
        done(redeem(coupons.get(0), "A", 1), RedemptionStatus.REDEEMED);
        done(hold(coupons.get(1), "A", 1), RedemptionStatus.HELD);
        done(confirm(coupons.get(1), "A", 1), RedemptionStatus.REDEEMED);
        done(hold(coupons.get(2), "A", 1), RedemptionStatus.HELD);
        end(template);
        clock.set(LONG_AFTER);

        assertThat(archive(LONG_AFTER, 100)).isZero();

        assertThat(due()).hasSize(2);
        assertThat(wallet()).hasSize(4);
        done(refund(coupons.get(0), "A", "r1", line("order", "20.00")), RedemptionStatus.REFUNDED);
        is(coupons.get(0), CouponState.EXPIRED);
        assertThat(archive(LONG_AFTER, 100)).as("given back, it is over").isEqualTo(1);
    }

    @Test
    final void onlyCouponsWhoseEndLiesBeforeTheInstantMove() {
        Template template = manyEach();
        expired(granted(template, 2));
        end(template);

        assertThat(archive(EXPIRES, 100)).isZero();
        assertThat(archive(EXPIRES.plus(ONE_MILLI), 100)).isEqualTo(2);
    }

    @Test
    final void anArchiveRunIsBoundedAndCanBeGoneOnWith() {
        Template template = manyEach();
        List<Coupon> coupons = granted(template, 10);
        expired(coupons);
        end(template);

        for (int moved : new int[] {4, 4, 2, 0}) {
            long before = archived(template);
            assertThat(archive(LONG_AFTER, 4)).isEqualTo(moved);
            assertThat(archived(template)).isEqualTo(before + moved);
            assertThat(rows(template)).hasSize(10);
            assertThat(wallet()).hasSize((int) (10 - before - moved));
        }
        assertThat(coupons)
                .allSatisfy(coupon ->
                        assertThat(repository().coupons().find(coupon.code())).isPresent());
    }

    @Test
    final void manyArchiversAtOnceMoveEveryCouponOnce() {
        Template template = manyEach();
        expired(granted(template, 30));
        end(template);

        List<Integer> moved = Race.run(8, n -> {
            int own = 0;
            for (int i = 0; i < 20; i++) {
                own += archive(LONG_AFTER, 3);
            }
            return own;
        });

        int rest = archive(LONG_AFTER, 100);
        assertThat(moved.stream().mapToInt(Integer::intValue).sum() + rest).isEqualTo(30);
        assertThat(archived(template)).isEqualTo(30);
        assertThat(rows(template)).hasSize(30);
    }

    @Test
    final void aGrantOutlivesItsArchiving() {
        Template template = published(terms());
        Coupon coupon = granted(template);
        expired(List.of(coupon));
        end(template);
        assertThat(archive(LONG_AFTER, 100)).isEqualTo(1);
        Coupon archived = stored(coupon);

        assertThat(issue(template, user(1), "grab-1"))
                .as("the request again")
                .isEqualTo(new IssueAnswer(IssueAnswer.Status.ALREADY_GRANTED, archived));
        assertThat(repository().issues().fence(template.id(), user(1), coupon.code()))
                .as("once granted always granted")
                .isEqualTo(FenceAnswer.GRANTED);
        assertThat(rows(template)).hasSize(1);
    }

    @Test
    final void aRequestIdOutlivesItsArchiving() {
        Template template = published(terms());
        Template other = published(terms().grabWindow(NOW, LONG_AFTER.plusSeconds(1)));
        Coupon coupon = granted(template);
        expired(List.of(coupon));
        end(template);
        assertThat(archive(LONG_AFTER, 100)).isEqualTo(1);

        assertThat(statusOf(other, user(1), "grab-1")).isEqualTo(IssueAnswer.Status.REQUEST_ID_REUSED);
        assertThat(found(user(1), "grab-1")).contains(stored(coupon));
    }

    @Test
    final void archivedCouponsAreFoundByTheirRequestsAmongOthers() {
        Template over = published(terms());
        Template open = published(terms());
        Coupon first = granted(over, user(1), "mine");
        Coupon second = granted(over, user(2), "mine");
        Coupon sameTable = granted(over, user(1 + 64 * repository().shards().sources()), "mine");
        Coupon live = granted(open, user(2), "later");
        expired(List.of(first, second, sameTable));
        end(over);
        assertThat(archive(LONG_AFTER, 100)).isEqualTo(3);

        assertThat(repository()
                        .issues()
                        .find(List.of(
                                new RequestKey(user(2), "mine"),
                                new RequestKey(user(3), "mine"),
                                new RequestKey(user(2), "later"),
                                new RequestKey(sameTable.userId(), "mine"),
                                new RequestKey(user(1), "later"),
                                new RequestKey(user(1), "mine"),
                                new RequestKey(user(2), "mine"))))
                .containsExactly(
                        Optional.of(stored(second)),
                        Optional.empty(),
                        Optional.of(live),
                        Optional.of(stored(sameTable)),
                        Optional.empty(),
                        Optional.of(stored(first)),
                        Optional.of(stored(second)));
    }

    @Test
    final void anArchivedCouponIsDecidedAsWhatItIsAndStaysSo() {
        Template template = manyEach();
        List<Coupon> coupons = granted(template, 3);
        done(voiding(coupons.get(0), "v"), RedemptionStatus.VOIDED);
        done(redeem(coupons.get(1), "A", 1), RedemptionStatus.REDEEMED);
        done(release(coupons.get(1), "A", 1, ReleasePolicy.FORFEIT), RedemptionStatus.RELEASED);
        expired(coupons.subList(2, 3));
        end(template);
        assertThat(archive(LONG_AFTER, 100)).isEqualTo(3);

        refused(redeem(coupons.get(0), "B", 1), RedemptionStatus.COUPON_VOIDED);
        refused(redeem(coupons.get(1), "B", 1), RedemptionStatus.COUPON_FORFEITED);
        refused(redeem(coupons.get(1), "A", 1), RedemptionStatus.ATTEMPT_RELEASED);
        refused(redeem(coupons.get(2), "B", 1), RedemptionStatus.COUPON_EXPIRED);
        refused(voiding(coupons.get(2), "v"), RedemptionStatus.COUPON_EXPIRED);
        assertThat(run(release(coupons.get(1), "A", 1)).replay())
                .as("the release again")
                .isTrue();
        Coupon before = stored(coupons.get(2));
        assertThat(run(release(coupons.get(2), "C", 1)).status()).isEqualTo(RedemptionStatus.RELEASED);
        assertThat(stored(coupons.get(2))).isEqualTo(before);
        assertThat(archived(template)).isEqualTo(3);
    }
}
