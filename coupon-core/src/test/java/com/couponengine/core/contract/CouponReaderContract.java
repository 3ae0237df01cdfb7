package com.couponengine.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.CouponReader;
import com.couponengine.core.store.Holdings;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.Validity;
import com.couponengine.core.wallet.WalletQuery;
import com.couponengine.core.wallet.WalletQuery.Sort;
import com.couponengine.core.wallet.WalletQuery.View;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link CouponReader}: coupons by code, wallets, ledgers. */
public abstract class CouponReaderContract extends RedemptionContract {
    private static final int ALL_AT_ONCE = 500;

    private List<Coupon> wallet(View view) {
        return wallet(user(1), view, Sort.NEWEST_FIRST);
    }

    private List<Coupon> wallet(long userId, View view, Sort order) {
        return repository().coupons().wallet(new WalletQuery(userId, view, order, null, ALL_AT_ONCE));
    }

    private Template manyEach() {
        return published(terms().unlimitedPerUser().stackingGroup("g"));
    }

    /** A coupon of the first user with a window of its own. */
    private Coupon granted(Template template, String requestId, Instant validFrom, Instant expiresAt) {
        return issue(
                        template,
                        new IssueRequest(user(1), requestId, code(user(1)), 1, clock.now(), validFrom, expiresAt))
                .coupon();
    }

    private void assertIn(View expected, Coupon coupon) {
        Coupon now = stored(coupon);
        for (View view : View.values()) {
            assertThat(wallet(view).contains(now))
                    .as("%s in view %s", now, view)
                    .isEqualTo(view == View.ALL || view == expected);
        }
    }

    @Test
    final void aCodeFindsItsCouponOrNone() {
        Coupon coupon = granted(manyEach());

        assertThat(repository().coupons().find(coupon.code())).contains(coupon);
        assertThat(repository().coupons().find(code(user(1)))).isEmpty();
        assertThat(repository().coupons().ledger(code(user(1)))).isEmpty();
        assertThat(repository().coupons().ledgerOfOrder(user(1), "A")).isEmpty();
        assertThat(wallet(user(2), View.ALL, Sort.NEWEST_FIRST)).isEmpty();
    }

    @Test
    final void everyCouponIsInTheViewOfItsState() {
        Template template = manyEach();
        Coupon free = granted(template, user(1), "free");
        Coupon held = granted(template, user(1), "held");
        Coupon lapsed = granted(template, user(1), "lapsed");
        Coupon swept = granted(template, user(1), "swept");
        Coupon used = granted(template, user(1), "used");
        Coupon voided = granted(template, user(1), "voided");
        Coupon forfeited = granted(template, user(1), "forfeited");
        Coupon ofAnother = granted(template, user(2), "free");
        run(hold(lapsed, "A", 1, Duration.ofSeconds(5)));
        run(hold(swept, "A", 1, Duration.ofSeconds(5)));
        clock.advance(Duration.ofSeconds(5));
        run(sweep(swept));
        run(hold(held, "A", 1));
        run(redeem(used, "B", 1));
        run(voiding(voided, "v"));
        run(redeem(forfeited, "C", 1));
        run(release(forfeited, "C", 1, ReleasePolicy.FORFEIT));

        assertIn(View.UNUSED, free);
        assertIn(View.UNUSED, lapsed);
        assertIn(View.UNUSED, swept);
        assertIn(View.HELD, held);
        assertIn(View.REDEEMED, used);
        assertIn(View.LOST, voided);
        assertIn(View.LOST, forfeited);
        for (View view : View.values()) {
            assertThat(wallet(view)).doesNotContain(ofAnother).allMatch(coupon -> coupon.userId() == user(1));
        }
    }

    @Test
    final void whatAUserHasIsWhatCanStillBeUsedWithItsTerms() {
        Template template = manyEach();
        Template other = published(terms().discount(
                        Discount.percentOff("0.975", "CNY").atMost(yuan("7.00")).from(yuan("30.00")))
                .zone(ZoneId.of("Asia/Kathmandu")));
        Template voided = published(terms());
        Coupon late = granted(template, "late", NOW.plusSeconds(10), EXPIRES);
        Coupon soon = granted(template, "soon", NOW, NOW.plusSeconds(30));
        Coupon held = granted(template, "held", NOW, NOW.plusSeconds(40));
        Coupon lapsed = granted(template, "lapsed", NOW, NOW.plusSeconds(50));
        Coupon used = granted(template, "used", NOW, NOW.plusSeconds(50));
        Coupon lost = granted(template, "lost", NOW, NOW.plusSeconds(50));
        Coupon ofOther = granted(other, "other", NOW, NOW.plusSeconds(60));
        granted(voided, "void", NOW, EXPIRES);
        granted(template, user(2), "of-another");
        run(hold(held, "A", 1));
        run(hold(lapsed, "B", 1, Duration.ofSeconds(2)));
        run(redeem(used, "C", 1));
        run(voiding(lost, "v"));
        voidAll(voided);
        clock.set(NOW.plusMillis(5_001));

        Holdings holdings = repository().coupons().holdings(user(1));

        assertThat(holdings.now()).isEqualTo(NOW.plusMillis(5_001));
        assertThat(holdings.coupons())
                .containsExactly(
                        new Holdings.Holding(soon, template),
                        new Holdings.Holding(stored(held), template),
                        new Holdings.Holding(stored(lapsed), template),
                        new Holdings.Holding(ofOther, other),
                        new Holdings.Holding(late, template));
        clock.set(NOW.plusSeconds(30).minus(ONE_MILLI));
        assertThat(repository().coupons().holdings(user(1)).coupons()).hasSize(5);
        clock.set(NOW.plusSeconds(30)); // ends are exclusive, whether or not a sweep ran
        assertThat(repository().coupons().holdings(user(1)).coupons()).hasSize(4);
    }

    @Test
    final void whoHasNothingHasTheTimeAllTheSame() {
        assertThat(repository().coupons().holdings(user(1))).isEqualTo(new Holdings(clock.now(), List.of()));
    }

    @Test
    final void timeMovesCouponsBetweenViewsWithoutASweep() {
        Template template = manyEach();
        Instant start = NOW.plusSeconds(10);
        Instant end = NOW.plusSeconds(20);
        Coupon free = granted(template, "free", start, end);
        Coupon held = granted(template, "held", NOW, end);
        Coupon used = granted(template, "used", NOW, end);
        Coupon swept = granted(template, "swept", NOW, end);
        run(hold(held, "A", 1));
        run(redeem(used, "B", 1));

        assertIn(View.UNUSED, free); // its start lies ahead
        clock.set(end.minus(ONE_MILLI));
        assertIn(View.UNUSED, free);
        assertIn(View.HELD, held);
        clock.set(end);
        run(sweep(swept));
        assertIn(View.EXPIRED, free);
        assertIn(View.EXPIRED, held);
        assertIn(View.EXPIRED, swept);
        assertIn(View.REDEEMED, used);
    }

    @Test
    final void voidingAllLosesWhatIsNotUsed() {
        Template template = manyEach();
        Template other = manyEach();
        Coupon free = granted(template, user(1), "free");
        Coupon held = granted(template, user(1), "held");
        Coupon used = granted(template, user(1), "used");
        Coupon swept = granted(template, "swept", NOW, NOW.plusSeconds(1));
        Coupon ofOther = granted(other, user(1), "other");
        run(hold(held, "A", 1));
        run(redeem(used, "B", 1));
        clock.advance(Duration.ofSeconds(1));
        run(sweep(swept));

        voidAll(template);

        assertIn(View.LOST, free);
        assertIn(View.LOST, held);
        assertIn(View.REDEEMED, used);
        assertIn(View.LOST, swept);
        assertIn(View.UNUSED, ofOther);
        clock.set(EXPIRES);
        assertIn(View.LOST, free);
        assertIn(View.LOST, held);
        assertIn(View.EXPIRED, ofOther);
    }

    /** Thirty coupons of the first user, several of them issued or expiring at the same time. */
    private List<Coupon> thirty(Template template) {
        List<Coupon> coupons = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            clock.set(NOW.plusMillis(i * 7 % 10));
            coupons.add(granted(template, "grab-" + i, VALID_FROM, EXPIRES.plusMillis(i * 3 % 7)));
            granted(template, user(2), "grab-" + i);
        }
        clock.set(NOW.plusSeconds(1));
        return coupons;
    }

    private static Comparator<Coupon> comparator(Sort order) {
        return order == Sort.NEWEST_FIRST
                ? Comparator.comparing(Coupon::issuedAt).reversed()
                : Comparator.comparing(Coupon::expiresAt);
    }

    private static WalletQuery.Cursor cursor(Coupon coupon, Sort order) {
        return new WalletQuery.Cursor(
                order == Sort.NEWEST_FIRST ? coupon.issuedAt() : coupon.expiresAt(), coupon.code());
    }

    private List<Coupon> pages(View view, Sort order, int max) {
        List<Coupon> all = new ArrayList<>();
        List<Coupon> page = repository().coupons().wallet(new WalletQuery(user(1), view, order, null, max));
        while (!page.isEmpty()) {
            assertThat(page).hasSizeLessThanOrEqualTo(max);
            all.addAll(page);
            WalletQuery.Cursor last = cursor(page.get(page.size() - 1), order);
            page = repository().coupons().wallet(new WalletQuery(user(1), view, order, last, max));
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource(Sort.class)
    final void pagesShowEveryCouponOnceInOneOrderWhateverTheirSize(Sort order) {
        Template template = manyEach();
        List<Coupon> coupons = thirty(template);

        List<Coupon> atOnce = wallet(user(1), View.ALL, order);

        assertThat(atOnce).containsExactlyInAnyOrderElementsOf(coupons).isSortedAccordingTo(comparator(order));
        for (int max : new int[] {1, 2, 3, 7, 29, 30, 31, 500}) {
            assertThat(pages(View.ALL, order, max)).as("pages of %s", max).isEqualTo(atOnce);
        }
    }

    @ParameterizedTest
    @EnumSource(Sort.class)
    final void pagesOfAViewGoOnWhereTheLastOneEndedEvenIfItsCouponHasLeftTheView(Sort order) {
        Template template = manyEach();
        thirty(template);
        List<Coupon> before = wallet(user(1), View.UNUSED, order);
        List<Coupon> first = repository().coupons().wallet(new WalletQuery(user(1), View.UNUSED, order, null, 10));
        assertThat(first).isEqualTo(before.subList(0, 10));
        run(redeem(first.get(9), "A", 1));
        run(redeem(before.get(10), "B", 1));

        List<Coupon> second = repository()
                .coupons()
                .wallet(new WalletQuery(user(1), View.UNUSED, order, cursor(first.get(9), order), 10));

        assertThat(second).isEqualTo(before.subList(11, 21));
    }

    @Test
    final void aViewIsFilteredBeforeItsPageIsCut() {
        Template template = manyEach();
        List<Coupon> coupons = thirty(template);
        for (int i = 0; i < 30; i++) {
            if (i % 3 != 0) {
                run(redeem(coupons.get(i), "order-" + i, 1));
            }
        }

        assertThat(pages(View.UNUSED, Sort.SOONEST_EXPIRING_FIRST, 4)).hasSize(10);
        assertThat(pages(View.REDEEMED, Sort.NEWEST_FIRST, 7)).hasSize(20);
    }

    @Test
    final void theViewsShareOutTheWalletWhateverHappens() {
        Template template = published(
                terms().unlimitedPerUser().stackingGroup("g").releasePolicy(ReleasePolicy.RETURN_IF_UNEXPIRED));
        Template voided = manyEach();
        int n = 0;
        for (Template each : List.of(template, voided)) {
            for (long seconds : new long[] {1, 60, 86_400}) {
                Instant end = NOW.plusSeconds(seconds);
                granted(each, "free-" + n++, NOW, end);
                run(hold(granted(each, "held-" + n++, NOW, end), "A", 1));
                run(redeem(granted(each, "used-" + n++, NOW, end), "A", 1));
                run(voiding(granted(each, "void-" + n++, NOW, end), "v"));
                Coupon back = granted(each, "back-" + n++, NOW, end);
                run(List.of(redeem(back, "B", 1), release(back, "B", 1)));
            }
        }
        voidAll(voided);
        for (long seconds : new long[] {0, 1, 59, 60, 600, 86_400}) {
            clock.set(NOW.plusSeconds(seconds));
            Map<View, List<Coupon>> views = new EnumMap<>(View.class);
            Set<Coupon> seen = new HashSet<>();
            for (View view : View.values()) {
                views.put(view, wallet(view));
                if (view != View.ALL) {
                    assertThat(views.get(view))
                            .as("%s after %s s", view, seconds)
                            .allMatch(seen::add);
                }
            }
            assertThat(seen).as("after %s s", seconds).containsExactlyInAnyOrderElementsOf(views.get(View.ALL));
        }
    }

    @Test
    final void aLedgerTellsEverythingInTheOrderInWhichItHappened() {
        Coupon coupon = granted(published(terms().validity(Validity.between(VALID_FROM, EXPIRES))));
        run(List.of(hold(coupon, "A", 1), release(coupon, "A", 1)));
        clock.advance(Duration.ofSeconds(1));
        run(List.of(redeem(coupon, "B", 1), refund(coupon, "B", "r1", line("order", "1.00")), release(coupon, "B", 1)));
        clock.advance(Duration.ofSeconds(1));
        run(hold(coupon, "A", 2));
        clock.set(EXPIRES.plusSeconds(1));
        assertThat(run(sweep(coupon)).status()).isEqualTo(RedemptionStatus.SWEPT);

        ledgerIs(
                coupon,
                EventType.HELD,
                EventType.RELEASED,
                EventType.REDEEMED,
                EventType.REFUNDED,
                EventType.RELEASED,
                EventType.HELD,
                EventType.HOLD_LAPSED,
                EventType.EXPIRED);
        assertThat(repository().coupons().ledgerOfOrder(user(1), "A"))
                .extracting(CouponEvent::type)
                .containsExactly(EventType.HELD, EventType.RELEASED, EventType.HELD, EventType.HOLD_LAPSED);
        assertThat(repository().coupons().ledgerOfOrder(user(1), "B"))
                .isEqualTo(ledger(coupon).subList(2, 5));
        assertThat(repository().coupons().ledgerOfOrder(user(1), "b")).isEmpty();
        assertThat(repository().coupons().ledgerOfOrder(user(2), "A")).isEmpty();
    }

    @Test
    final void anOrdersLedgerCoversAllItsCouponsOfTheUser() {
        Template template = manyEach();
        Coupon first = granted(template, user(1), "a");
        Coupon second = granted(template, user(1), "b");
        Coupon ofAnother = granted(template, user(2), "a");
        run(hold(first, "A", 1));
        run(redeem(second, "A", 1));
        run(redeem(ofAnother, "A", 1));
        run(confirm(first, "A", 1));

        assertThat(repository().coupons().ledgerOfOrder(user(1), "A"))
                .extracting(CouponEvent::code, CouponEvent::type)
                .containsExactly(
                        tuple(first.code(), EventType.HELD),
                        tuple(second.code(), EventType.REDEEMED),
                        tuple(first.code(), EventType.CONFIRMED));
    }
}
