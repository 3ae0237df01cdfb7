package com.couponengine.jdbc.internal.reading;

import static com.couponengine.jdbc.internal.TestCoupons.hold;
import static com.couponengine.jdbc.internal.TestCoupons.redeem;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateState;
import com.couponengine.core.wallet.WalletQuery;
import com.couponengine.core.wallet.WalletQuery.Cursor;
import com.couponengine.core.wallet.WalletQuery.Sort;
import com.couponengine.core.wallet.WalletQuery.View;
import com.couponengine.jdbc.internal.OnDatabase;
import com.couponengine.jdbc.internal.TestCoupons;
import com.couponengine.jdbc.server.SqlVariant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is read on a real database, beyond what the contract can see. */
abstract class ReadingOnDatabase extends OnDatabase {
    private static final Instant LATER = NOW.plus(Duration.ofDays(1));
    private static final long USER = 7;

    ReadingOnDatabase(SqlVariant variant) {
        super(variant);
    }

    @Test
    final void everyCouponIsInTheOneViewThatTellsWhatItIsNow() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        Template voidedTemplate = coupons.template(TemplateState.PUBLISHED);
        Coupon free = coupons.coupon(template, USER, LATER);
        Coupon held = coupons.coupon(template, USER, LATER);
        Coupon lapsed = coupons.coupon(template, USER, LATER);
        Coupon lapsedAndOver = coupons.coupon(template, USER, NOW.plusSeconds(60));
        Coupon used = coupons.coupon(template, USER, NOW.plusSeconds(60));
        Coupon over = coupons.coupon(template, USER, NOW.plusSeconds(60));
        Coupon swept = coupons.coupon(template, USER, NOW);
        Coupon voided = coupons.coupon(template, USER, LATER);
        Coupon forfeited = coupons.coupon(template, USER, LATER);
        Coupon ofVoidedTemplate = coupons.coupon(voidedTemplate, USER, LATER);
        Coupon usedOfVoidedTemplate = coupons.coupon(voidedTemplate, USER, LATER);
        coupons.coupon(template, USER + 64, LATER); // the same table, another user
        coupons.fence(template, USER);
        coupons.change(hold(held, "a", Duration.ofHours(1)));
        coupons.change(hold(lapsed, "b", Duration.ofSeconds(10)));
        coupons.change(hold(lapsedAndOver, "c", Duration.ofSeconds(10)));
        coupons.change(redeem(used, "d"));
        coupons.change(new RedemptionCommand.Sweep(swept.code()));
        coupons.change(new RedemptionCommand.VoidCoupon(voided.code(), "Li Lei", "mistake", "v"));
        coupons.change(redeem(forfeited, "e"));
        coupons.change(new RedemptionCommand.Release(forfeited.code(), USER, "e", 1, ReleasePolicy.FORFEIT));
        coupons.change(redeem(usedOfVoidedTemplate, "f"));
        coupons.voidAll(voidedTemplate);
        clock.set(NOW.plusSeconds(60));

        assertThat(codes(View.UNUSED)).containsExactlyInAnyOrder(codes(free, lapsed));
        assertThat(codes(View.HELD)).containsExactlyInAnyOrder(codes(held));
        assertThat(codes(View.REDEEMED)).containsExactlyInAnyOrder(codes(used, usedOfVoidedTemplate));
        assertThat(codes(View.EXPIRED)).containsExactlyInAnyOrder(codes(over, lapsedAndOver, swept));
        assertThat(codes(View.LOST)).containsExactlyInAnyOrder(codes(voided, forfeited, ofVoidedTemplate));
        assertThat(codes(View.ALL)).hasSize(11);
        clock.set(NOW.plusSeconds(60).minusMillis(1));
        assertThat(codes(View.UNUSED)).containsExactlyInAnyOrder(codes(free, lapsed, lapsedAndOver, over));
    }

    private List<String> codes(View view) {
        return coupons().reader().wallet(new WalletQuery(USER, view, Sort.NEWEST_FIRST, null, 100)).stream()
                .map(coupon -> coupon.code().toString())
                .toList();
    }

    private static String[] codes(Coupon... coupons) {
        return List.of(coupons).stream().map(coupon -> coupon.code().toString()).toArray(String[]::new);
    }

    @ParameterizedTest
    @EnumSource(Sort.class)
    final void pagesFollowEachOtherWithoutGapOrRepeatAlsoAmongEqualTimes(Sort order) {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Coupon> all = new ArrayList<>();
        for (int i = 0; i < 57; i++) {
            Coupon like = coupons.coupon(template, USER, LATER.plusSeconds(random.nextInt(5)));
            all.add(new Coupon(
                    like.code(),
                    USER,
                    template.id(),
                    like.grabNo() + 1_000,
                    like.requestId() + "x",
                    like.state(),
                    NOW.minusSeconds(random.nextInt(5)),
                    like.validFrom(),
                    like.expiresAt(),
                    null));
        }
        coupons.clear();
        coupons.put(all);
        Comparator<Coupon> newest = Comparator.comparing(Coupon::issuedAt)
                .thenComparing(Coupon::code)
                .reversed();
        Comparator<Coupon> soonest = Comparator.comparing(Coupon::expiresAt).thenComparing(Coupon::code);
        all.sort(order == Sort.NEWEST_FIRST ? newest : soonest);

        List<Coupon> read = new ArrayList<>();
        List<Coupon> page;
        Cursor after = null;
        do {
            page = coupons.reader().wallet(new WalletQuery(USER, View.ALL, order, after, 10));
            read.addAll(page);
            if (!page.isEmpty()) {
                Coupon last = page.get(page.size() - 1);
                after = new Cursor(order == Sort.NEWEST_FIRST ? last.issuedAt() : last.expiresAt(), last.code());
            }
        } while (!page.isEmpty());

        assertThat(read).as("seed %d", seed).isEqualTo(all);
    }

    @Test
    final void theLedgerOfAnOrderTellsOfAllItsCouponsInTheOrderOfWhatHappened() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        Coupon one = coupons.coupon(template, USER, LATER);
        Coupon two = coupons.coupon(template, USER, LATER);
        coupons.change(hold(two, "a", Duration.ofHours(1)));
        coupons.change(redeem(one, "a"));
        coupons.change(new RedemptionCommand.Confirm(two.code(), USER, "a", 1));
        coupons.change(new RedemptionCommand.Release(one.code(), USER, "a", 1, null));
        coupons.change(redeem(one, "b"));
        coupons.change(new RedemptionCommand.VoidCoupon(
                coupons.coupon(template, USER, LATER).code(), "Li Lei", "Ärger 券", "v"));

        List<CouponEvent> ledger = coupons.reader().ledgerOfOrder(USER, "a");

        assertThat(ledger)
                .extracting(CouponEvent::type)
                .containsExactly(EventType.HELD, EventType.REDEEMED, EventType.CONFIRMED, EventType.RELEASED);
        assertThat(ledger)
                .extracting(CouponEvent::code)
                .containsExactly(two.code(), one.code(), two.code(), one.code());
        assertThat(coupons.reader().ledgerOfOrder(USER + 1, "a")).isEmpty();
        assertThat(coupons.reader().ledger(one.code())).hasSize(3);
    }

    @Test
    final void whoVoidedACouponAndWhyIsKeptInAnyScript() {
        TestCoupons coupons = coupons();
        Coupon coupon = coupons.coupon(coupons.template(TemplateState.PUBLISHED), USER, LATER);
        String by = "Zoë 客服 🎧";
        String reason = "Ärger mit 优惠券 🎫";

        coupons.change(new RedemptionCommand.VoidCoupon(coupon.code(), by, reason, "v"));

        CouponEvent event = coupons.reader().ledger(coupon.code()).get(0);
        assertThat(event.by()).isEqualTo(by);
        assertThat(event.reason()).isEqualTo(reason);
        assertThat(event.requestId()).isEqualTo("v");
        assertThat(event.at()).isEqualTo(NOW);
    }
}
