package com.couponengine.jdbc.internal.upkeep;

import static com.couponengine.jdbc.internal.TestCoupons.hold;
import static com.couponengine.jdbc.internal.TestCoupons.order;
import static com.couponengine.jdbc.internal.TestCoupons.redeem;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.contract.Race;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.UpkeepStore;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateState;
import com.couponengine.core.wallet.WalletQuery;
import com.couponengine.jdbc.internal.OnDatabase;
import com.couponengine.jdbc.internal.TestCoupons;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.server.SqlVariant;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the upkeep does on a real database, beyond what its contract can see. */
abstract class UpkeepOnDatabase extends OnDatabase {
    private static final Instant ENDED = NOW.minus(Duration.ofDays(1));
    private static final Instant LATER = NOW.plus(Duration.ofDays(1));
    private static final long USER = 7;
    private static final int STREAM = 0;

    UpkeepOnDatabase(SqlVariant variant) {
        super(variant);
    }

    @Test
    final void dueAreLapsedHoldsAndUnusedCouponsPastTheirEndAndNothingElse() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        Coupon expired = coupons.coupon(template, USER, NOW);
        Coupon lapsed = coupons.coupon(template, USER, LATER);
        Coupon held = coupons.coupon(template, USER, LATER);
        Coupon used = coupons.coupon(template, USER, LATER);
        coupons.coupon(template, USER, LATER);
        coupons.fence(template, USER);
        coupons.change(hold(lapsed, "a", Duration.ofMinutes(5)));
        coupons.change(hold(held, "b", Duration.ofHours(5)));
        coupons.change(redeem(used, "c"));
        assertThat(coupons.upkeep().due(STREAM, 10).codes()).containsExactly(expired.code());
        clock.set(NOW.plus(Duration.ofMinutes(5)).minusMillis(1));
        assertThat(coupons.upkeep().due(STREAM, 10).codes()).containsExactly(expired.code());
        clock.advance(Duration.ofMillis(1));

        assertThat(coupons.upkeep().due(STREAM, 10).codes()).containsExactly(expired.code(), lapsed.code());
        assertThat(coupons.upkeep().due(STREAM, 1).codes()).containsExactly(expired.code());
        assertThat(coupons.upkeep().due(STREAM + 1, 10).codes()).isEmpty();
    }

    @Test
    final void aUsedCouponLeavesTheIndexOnlyWhenTheUpkeepHasComeBy() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        Coupon used = coupons.coupon(template, USER, LATER);
        Coupon confirmed = coupons.coupon(template, USER, LATER);
        Coupon released = coupons.coupon(template, USER, LATER);
        coupons.change(redeem(used, "a"));
        coupons.change(hold(confirmed, "b", Duration.ofMinutes(5)));
        coupons.change(new RedemptionCommand.Confirm(confirmed.code(), USER, "b", 1));
        coupons.change(redeem(released, "c"));
        assertThat(indexed(coupons)).isEqualTo(3);

        clock.set(NOW.plus(Duration.ofMinutes(5)));
        assertThat(coupons.upkeep().due(STREAM, 10)).isEqualTo(new UpkeepStore.Due(List.of(), false));
        assertThat(indexed(coupons)).isEqualTo(2);
        clock.set(LATER.minusMillis(1));
        coupons.change(new RedemptionCommand.Release(released.code(), USER, "c", 1, ReleasePolicy.RETURN));
        clock.set(LATER);

        assertThat(coupons.upkeep().due(STREAM, 2)).isEqualTo(new UpkeepStore.Due(List.of(released.code()), true));
        assertThat(coupons.upkeep().due(STREAM, 2)).isEqualTo(new UpkeepStore.Due(List.of(released.code()), false));
        assertThat(indexed(coupons)).isEqualTo(1);
    }

    private static long indexed(TestCoupons coupons) {
        return coupons.number("SELECT COUNT(*) FROM " + CouponTables.name(STREAM) + " WHERE sweep_at IS NOT NULL");
    }

    @Test
    final void onlyCouponsOfEndedTemplatesThatEndedUnusedMove() {
        TestCoupons coupons = coupons();
        Template ended = coupons.template(TemplateState.PUBLISHED);
        Template going = coupons.template(TemplateState.PAUSED);
        Coupon expired = coupons.coupon(ended, USER, ENDED);
        Coupon voided = coupons.coupon(ended, USER, LATER);
        Coupon lost = coupons.coupon(ended, USER, LATER);
        Coupon used = coupons.coupon(ended, USER, LATER);
        Coupon free = coupons.coupon(ended, USER, LATER);
        Coupon ofAnother = coupons.coupon(going, USER, ENDED);
        coupons.change(new RedemptionCommand.Sweep(expired.code()));
        coupons.change(new RedemptionCommand.Sweep(ofAnother.code()));
        coupons.change(new RedemptionCommand.VoidCoupon(voided.code(), "Li Lei", "mistake", "v"));
        coupons.change(redeem(lost, "a"));
        coupons.change(new RedemptionCommand.Release(lost.code(), USER, "a", 1, ReleasePolicy.FORFEIT));
        coupons.change(redeem(used, "b"));
        assertThat(coupons.upkeep().archive(STREAM, LATER.plusSeconds(1), 10)).isZero();
        coupons.set(ended, TemplateState.ENDED);

        assertThat(coupons.upkeep().archive(STREAM, LATER, 10)).isEqualTo(1); // the instant itself is not before it
        assertThat(coupons.upkeep().archive(STREAM, LATER.plusMillis(1), 1)).isEqualTo(1);
        assertThat(coupons.upkeep().archive(STREAM, LATER.plusMillis(1), 10)).isEqualTo(1);
        assertThat(coupons.upkeep().archive(STREAM, LATER.plusMillis(1), 10)).isZero();

        assertThat(coupons.mainRows()).isEqualTo(3);
        assertThat(coupons.archivedRows()).isEqualTo(3);
        assertThat(coupons.number("SELECT COUNT(*) FROM coupon_redemption")).isEqualTo(1);
        assertThat(coupons.number("SELECT COUNT(*) FROM coupon_redemption_archive"))
                .isEqualTo(1);
        assertThat(coupons.reader().wallet(walletOf(USER)))
                .extracting(Coupon::code)
                .containsExactlyInAnyOrder(used.code(), free.code(), ofAnother.code());
    }

    // B114
    @Test
    final void anArchivedCouponIsAnsweredAsWhatItIs() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.ENDED);
        Coupon expired = coupons.coupon(template, USER, ENDED);
        Coupon voided = coupons.coupon(template, USER, LATER);
        Coupon lost = coupons.coupon(template, USER, LATER);
        coupons.change(new RedemptionCommand.VoidCoupon(voided.code(), "Li Lei", "mistake", "v"));
        coupons.change(redeem(lost, "a"));
        coupons.change(new RedemptionCommand.Release(lost.code(), USER, "a", 1, ReleasePolicy.FORFEIT));
        coupons.change(new RedemptionCommand.Sweep(expired.code()));
        Coupon asItWas = coupons.reader().find(lost.code()).orElseThrow();
        assertThat(coupons.upkeep().archive(STREAM, LATER.plusSeconds(1), 10)).isEqualTo(3);

        List<RedemptionResult> results = coupons.redemptions()
                .change(
                        List.of(
                                redeem(expired, "b"),
                                redeem(voided, "b"),
                                redeem(lost, "b"),
                                redeem(lost, "a"),
                                new RedemptionCommand.Release(lost.code(), USER, "a", 1, null),
                                new RedemptionCommand.Release(expired.code(), USER, "late", 1, null),
                                new RedemptionCommand.Redeem(lost.code(), 8L, "b", 1, order("200.00"))),
                        coupons.rules());

        assertThat(results)
                .extracting(RedemptionResult::status)
                .containsExactly(
                        RedemptionStatus.COUPON_EXPIRED,
                        RedemptionStatus.COUPON_VOIDED,
                        RedemptionStatus.COUPON_FORFEITED,
                        RedemptionStatus.ATTEMPT_RELEASED,
                        RedemptionStatus.RELEASED,
                        RedemptionStatus.RELEASED,
                        RedemptionStatus.UNKNOWN_COUPON);
        assertThat(results.get(4).replay()).isTrue();
        assertThat(coupons.archivedRows()).isEqualTo(3);
        assertThat(coupons.reader().find(lost.code())).contains(asItWas);
        assertThat(coupons.reader().ledger(lost.code()))
                .extracting(CouponEvent::type)
                .containsExactly(EventType.REDEEMED, EventType.RELEASED);
        assertThat(coupons.reader().ledgerOfOrder(USER, "a")).hasSize(2);
    }

    @Test
    final void hostsThatFillTheArchiveAtOnceMoveEveryCouponOnce() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.ENDED);
        List<Coupon> all = coupons.coupons(template, Collections.nCopies(300, USER), ENDED);
        coupons.redemptions().change(sweeps(all), coupons.rules());

        List<Integer> moved = Race.run(4, number -> archiveAll(coupons, 20));

        int rest = archiveAll(coupons, 500); // of a host that stopped because the others held all that it saw
        assertThat(moved.stream().mapToInt(Integer::intValue).sum() + rest).isEqualTo(300);
        assertThat(coupons.mainRows()).isZero();
        assertThat(coupons.archivedRows()).isEqualTo(300);
    }

    private static int archiveAll(TestCoupons coupons, int max) {
        int moved = 0;
        int chunk;
        do {
            chunk = coupons.upkeep().archive(STREAM, NOW, max);
            moved += chunk;
        } while (chunk > 0);
        return moved;
    }

    // B108
    @Test
    final void theArchiveWaitsForNoRowThatSomebodyHolds() throws SQLException {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.ENDED);
        List<Coupon> all = coupons.coupons(template, Collections.nCopies(20, USER), ENDED);
        Coupon used = coupons.coupon(template, USER, LATER);
        coupons.change(redeem(used, "a"));
        coupons.redemptions().change(sweeps(all), coupons.rules());
        try (Connection other = coupons.connect()) {
            other.setAutoCommit(false);
            lock(other, used);
            lock(other, all.get(3));

            assertThat(coupons.upkeep().archive(STREAM, NOW, 500)).isEqualTo(19);

            other.rollback();
        }
        assertThat(coupons.upkeep().archive(STREAM, NOW, 500)).isEqualTo(1);
        assertThat(coupons.mainRows()).isEqualTo(1);
    }

    @Test
    final void aFreeCouponThatIsSweptTwiceIsExpiredOnceAndAsOfItsEnd() {
        TestCoupons coupons = coupons();
        Coupon coupon = coupons.coupon(coupons.template(TemplateState.PUBLISHED), USER, ENDED);

        List<RedemptionResult> results = coupons.redemptions().change(sweeps(List.of(coupon, coupon)), coupons.rules());

        assertThat(results)
                .extracting(RedemptionResult::status)
                .containsExactly(RedemptionStatus.SWEPT, RedemptionStatus.NOTHING_TO_SWEEP);
        assertThat(coupons.reader().ledger(coupon.code()))
                .extracting(CouponEvent::at)
                .containsExactly(ENDED);
        assertThat(coupons.reader().find(coupon.code()).orElseThrow().state()).isEqualTo(CouponState.EXPIRED);
    }

    private static List<RedemptionCommand> sweeps(List<Coupon> coupons) {
        return coupons.stream()
                .<RedemptionCommand>map(coupon -> new RedemptionCommand.Sweep(coupon.code()))
                .toList();
    }

    private static void lock(Connection connection, Coupon coupon) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT code FROM " + CouponTables.name(STREAM)
                        + " WHERE code = '" + coupon.code() + "' FOR UPDATE")) {
            assertThat(row.next()).isTrue();
        }
    }

    private static WalletQuery walletOf(long userId) {
        return new WalletQuery(userId, WalletQuery.View.ALL, WalletQuery.Sort.NEWEST_FIRST, null, 100);
    }
}
