package com.couponengine.jdbc.internal.redemption;

import static com.couponengine.jdbc.internal.TestCoupons.hold;
import static com.couponengine.jdbc.internal.TestCoupons.order;
import static com.couponengine.jdbc.internal.TestCoupons.redeem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.contract.Race;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.Decision;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.Shards;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateState;
import com.couponengine.jdbc.internal.OnDatabase;
import com.couponengine.jdbc.internal.TestCoupons;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Source;
import com.couponengine.jdbc.internal.row.CouponRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.internal.row.LedgerRows;
import com.couponengine.jdbc.server.SqlVariant;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What redemption does on a real database, beyond what its contract can see. */
abstract class RedemptionOnDatabase extends OnDatabase {
    private static final Instant LATER = NOW.plus(Duration.ofDays(1));
    private static final int HANGING_SECONDS = 60;

    RedemptionOnDatabase(SqlVariant variant) {
        super(variant);
    }

    // B18, B24
    @Test
    final void ofSixtyFourOrdersThatRedeemOneCouponAtOnceOneWins() {
        TestCoupons coupons = coupons();
        Coupon coupon = coupons.coupon(coupons.template(TemplateState.PUBLISHED), 7, LATER);

        List<RedemptionResult> results = Race.run(number -> coupons.change(redeem(coupon, "order-" + number)));

        assertThat(results)
                .filteredOn(result -> result.status() == RedemptionStatus.REDEEMED)
                .hasSize(1);
        assertThat(results)
                .filteredOn(result -> result.status() == RedemptionStatus.ALREADY_REDEEMED)
                .hasSize(63);
        assertThat(coupons.number("SELECT COUNT(*) FROM coupon_redemption")).isEqualTo(1);
        assertThat(coupons.number("SELECT COUNT(*) FROM coupon_ledger")).isEqualTo(1);
        assertThat(coupons.number("SELECT COUNT(*) FROM coupon_outbox")).isEqualTo(1);
        Coupon.Use use = coupons.reader().find(coupon.code()).orElseThrow().use();
        assertThat(use).isEqualTo(winner(results).coupon().use());
    }

    private static RedemptionResult winner(List<RedemptionResult> results) {
        return results.stream().filter(RedemptionResult::isDone).findFirst().orElseThrow();
    }

    // B105
    @Test
    final void fiftyThreadsShareTenConnectionsAndAllComeToAnEnd() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        List<Coupon> all =
                coupons.coupons(template, LongStream.range(1, 51).boxed().toList(), LATER);

        List<RedemptionResult> results =
                Race.run(50, number -> coupons.change(redeem(all.get(number), "order-" + number)));

        assertThat(results).allMatch(result -> result.status() == RedemptionStatus.REDEEMED);
    }

    // B101
    @Test
    final void callsThatNameTheSameCouponsInOtherOrdersBothSucceed() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        List<Coupon> all =
                coupons.coupons(template, LongStream.range(1, 33).boxed().toList(), LATER);
        long seed = System.nanoTime();

        List<List<RedemptionResult>> results = Race.run(8, number -> {
            Random random = new Random(seed + number);
            List<RedemptionResult> mine = new ArrayList<>();
            for (int round = 0; round < 5; round++) {
                List<RedemptionCommand> commands = new ArrayList<>();
                for (Coupon coupon : all) {
                    commands.add(hold(coupon, "order-" + number + "-" + round, Duration.ofMinutes(1)));
                    commands.add(release(coupon, "order-" + number + "-" + round));
                }
                Collections.shuffle(commands, random);
                mine.addAll(coupons.redemptions().change(commands, coupons.rules()));
            }
            return mine;
        });

        assertThat(results)
                .as("seed %d", seed)
                .allSatisfy(mine -> assertThat(mine)
                        .noneMatch(result -> result.status() == RedemptionStatus.UNAVAILABLE
                                || result.status() == RedemptionStatus.OUTCOME_UNKNOWN));
    }

    @Test
    final void commandsOnOneCouponInOneCallAreDecidedOneAfterTheOther() {
        TestCoupons coupons = coupons();
        Coupon coupon = coupons.coupon(coupons.template(TemplateState.PUBLISHED), 7, LATER);
        CouponCode unknown = new CouponCodes().next(8);

        List<RedemptionResult> results = coupons.redemptions()
                .change(
                        List.of(
                                hold(coupon, "a", Duration.ofMinutes(10)),
                                redeem(coupon, "b"),
                                new RedemptionCommand.Redeem(unknown, null, "c", 1, order("200.00")),
                                new RedemptionCommand.Confirm(coupon.code(), 7L, "a", 1),
                                redeem(coupon, "b"),
                                release(coupon, "a"),
                                redeem(coupon, "b"),
                                redeem(coupon, "b")),
                        coupons.rules());

        assertThat(results)
                .extracting(RedemptionResult::status)
                .containsExactly(
                        RedemptionStatus.HELD,
                        RedemptionStatus.HELD_BY_OTHER_ORDER,
                        RedemptionStatus.UNKNOWN_COUPON,
                        RedemptionStatus.REDEEMED,
                        RedemptionStatus.ALREADY_REDEEMED,
                        RedemptionStatus.RELEASED,
                        RedemptionStatus.REDEEMED,
                        RedemptionStatus.REDEEMED);
        assertThat(results.get(7).replay()).isTrue();
        assertThat(coupons.reader().find(coupon.code())).contains(results.get(6).coupon());
        assertThat(coupons.reader().ledger(coupon.code()))
                .extracting(CouponEvent::type)
                .containsExactly(EventType.HELD, EventType.CONFIRMED, EventType.RELEASED, EventType.REDEEMED);
        assertThat(coupons.number("SELECT COUNT(*) FROM coupon_outbox")).isEqualTo(1);
    }

    @Test
    final void aCallOverManyTablesWritesOneOutboxRowForEachStream() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        List<Coupon> all =
                coupons.coupons(template, LongStream.range(1, 257).boxed().toList(), LATER);

        List<RedemptionResult> results = coupons.redemptions()
                .change(
                        all.stream()
                                .<RedemptionCommand>map(coupon -> redeem(coupon, "o-" + coupon.userId()))
                                .toList(),
                        coupons.rules());

        assertThat(results).allMatch(result -> result.status() == RedemptionStatus.REDEEMED);
        assertThat(coupons.number("SELECT COUNT(*) FROM coupon_outbox")).isEqualTo(8);
        assertThat(coupons.number("SELECT COUNT(*) FROM coupon_ledger")).isEqualTo(256);
        for (int i = 0; i < all.size(); i += 50) {
            assertThat(coupons.reader().find(all.get(i).code()))
                    .contains(results.get(i).coupon());
        }
    }

    @Test
    final void aHostsRuleThatThrowsIsTheAnswerOfItsCommandAlone() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        Coupon good = coupons.coupon(template, 1, LATER);
        Coupon bad = coupons.coupon(template, 2, LATER);

        List<RedemptionResult> results = coupons.redemptions()
                .change(List.of(redeem(bad, "a"), redeem(good, "b")), (command, locked, now) -> {
                    if (command.code().equals(bad.code())) {
                        throw new IllegalArgumentException("a fault of the host's");
                    }
                    return coupons.rules().decide(command, locked, now);
                });

        assertThat(results)
                .extracting(RedemptionResult::status)
                .containsExactly(RedemptionStatus.UNAVAILABLE, RedemptionStatus.REDEEMED);
        // B31: what went wrong leaves nothing behind
        assertThat(coupons.change(redeem(bad, "a")).status()).isEqualTo(RedemptionStatus.REDEEMED);
    }

    @Test
    final void aChangeThatCannotBeStoredTakesNothingFromTheOthers() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        List<Coupon> all = coupons.coupons(template, List.of(1L, 2L, 3L, 4L, 5L), LATER);
        Coupon bad = all.get(2);

        List<RedemptionResult> results = coupons.redemptions()
                .change(
                        all.stream()
                                .<RedemptionCommand>map(coupon -> redeem(coupon, "a"))
                                .toList(),
                        (command, locked, now) -> {
                            Decision decision = coupons.rules().decide(command, locked, now);
                            return command.code().equals(bad.code()) ? tooLong(decision) : decision;
                        });

        assertThat(results)
                .extracting(RedemptionResult::status)
                .containsExactly(
                        RedemptionStatus.REDEEMED,
                        RedemptionStatus.REDEEMED,
                        RedemptionStatus.UNAVAILABLE,
                        RedemptionStatus.REDEEMED,
                        RedemptionStatus.REDEEMED);
        assertThat(coupons.reader().find(bad.code())).contains(bad);
        assertThat(coupons.number("SELECT COUNT(*) FROM coupon_ledger")).isEqualTo(4);
    }

    /** The same decision with an event that no ledger has room for. */
    private static Decision tooLong(Decision decision) {
        Decision.Change change = decision.change();
        CouponEvent event = change.events().get(0);
        CouponEvent longer = new CouponEvent(
                event.type(),
                event.code(),
                event.userId(),
                event.templateId(),
                event.zone(),
                event.at(),
                event.orderId(),
                event.attempt(),
                event.discount(),
                event.paid(),
                event.requestId(),
                event.by(),
                "because ".repeat(100));
        return new Decision(
                decision.result(), new Decision.Change(change.coupon(), change.redemption(), List.of(longer)));
    }

    @Test
    final void aFenceIsNoCoupon() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        CouponCode fence = coupons.fence(template, 7);

        assertThat(coupons.change(new RedemptionCommand.Redeem(fence, 7L, "a", 1, order("200.00")))
                        .status())
                .isEqualTo(RedemptionStatus.UNKNOWN_COUPON);
        assertThat(coupons.reader().find(fence)).isEmpty();
    }

    // B112
    @Test
    final void aReplayGivesTheDiscountThatWasFirstGivenDownToEveryLine() {
        TestCoupons coupons = coupons();
        Coupon coupon = coupons.coupon(coupons.template(TemplateState.PUBLISHED), 7, LATER);
        RedemptionResult first = coupons.change(redeem(coupon, "a"));

        RedemptionResult again =
                coupons.change(new RedemptionCommand.Redeem(coupon.code(), 7L, "a", 1, order("5000.00")));

        assertThat(again.replay()).isTrue();
        assertThat(again.discount()).isEqualTo(Money.of("10.00", "CNY"));
        assertThat(again.redemption()).isEqualTo(first.redemption());
        assertThat(again.coupon()).isEqualTo(first.coupon());
    }

    @Test
    final void voidingAllCouponsOfATemplateIsSeenByTheNextRedeem() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        Coupon before = coupons.coupon(template, 1, LATER);
        Coupon after = coupons.coupon(template, 2, LATER);
        assertThat(coupons.change(redeem(before, "a")).status()).isEqualTo(RedemptionStatus.REDEEMED);

        coupons.voidAll(template);

        assertThat(coupons.change(redeem(after, "b")).status()).isEqualTo(RedemptionStatus.COUPON_VOIDED);
    }

    @Test
    final void aRedeemThatWaitsForTheLockPastTheExpiryRefuses() throws SQLException {
        TestCoupons coupons = coupons();
        Coupon coupon = coupons.coupon(coupons.template(TemplateState.PUBLISHED), 7, NOW.plusSeconds(1));
        CompletableFuture<RedemptionResult> answer;
        try (Connection other = coupons.connect()) {
            lock(other, coupon);
            answer = CompletableFuture.supplyAsync(() -> coupons.change(redeem(coupon, "a")));
            clock.set(NOW.plusSeconds(1)); // before it got the lock, so before it may have looked
            other.rollback();
        }
        assertThat(answer.orTimeout(HANGING_SECONDS, TimeUnit.SECONDS).join().status())
                .isEqualTo(RedemptionStatus.COUPON_EXPIRED);
    }

    @Test
    final void theDatabasesOwnClockIsReadAfterTheLock() throws Exception {
        try (TestCoupons coupons = TestCoupons.open(at(), null)) {
            Template template = coupons.template(TemplateState.PUBLISHED);
            Coupon free = coupons.coupon(template, 8, serverTime(coupons).plusSeconds(3_600));
            assertThat(coupons.change(redeem(free, "a")).status()).isEqualTo(RedemptionStatus.REDEEMED);
            Coupon coupon = coupons.coupon(template, 7, serverTime(coupons).plusMillis(700));
            CompletableFuture<RedemptionResult> answer;
            try (Connection other = coupons.connect()) {
                lock(other, coupon);
                answer = CompletableFuture.supplyAsync(() -> coupons.change(redeem(coupon, "b")));
                while (serverTime(coupons).isBefore(coupon.expiresAt())) {
                    TimeUnit.MILLISECONDS.sleep(20);
                }
                assertThat(answer).isNotDone();
                other.rollback();
            }
            assertThat(answer.orTimeout(HANGING_SECONDS, TimeUnit.SECONDS)
                            .join()
                            .status())
                    .isEqualTo(RedemptionStatus.COUPON_EXPIRED);
        }
    }

    /** The repository's clock, read as the stores read it. */
    private static Instant serverTime(TestCoupons coupons) {
        return coupons.database().home().read("the time", tx -> tx.now());
    }

    private static void lock(Connection connection, Coupon coupon) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT code FROM " + CouponTables.of(coupon.code())
                        + " WHERE code = '" + coupon.code() + "' FOR UPDATE")) {
            assertThat(row.next()).isTrue();
        }
    }

    // B36
    @Test
    final void aUseThatIsReleasedAfterTheEndComesBackAsExpired() {
        TestCoupons coupons = coupons();
        Coupon coupon = coupons.coupon(coupons.template(TemplateState.PUBLISHED), 7, NOW.plusSeconds(300));
        coupons.change(redeem(coupon, "a"));
        clock.advance(Duration.ofMinutes(10));

        RedemptionResult released = coupons.change(release(coupon, "a"));

        assertThat(released.status()).isEqualTo(RedemptionStatus.RELEASED);
        assertThat(coupons.reader().find(coupon.code()).orElseThrow().state()).isEqualTo(CouponState.EXPIRED);
        assertThat(coupons.upkeep()
                        .due(Shards.streamOf(coupon.code().table()), 10)
                        .codes())
                .isEmpty();
    }

    private static RedemptionCommand.Release release(Coupon coupon, String orderId) {
        return new RedemptionCommand.Release(coupon.code(), coupon.userId(), orderId, 1, null);
    }

    /** Should a lock ever be lost: the coupons' rows are compared when they are written. */
    @Test
    final void nothingIsKeptOfATransactionWhoseCouponIsNotAsItWasRead() {
        TestCoupons coupons = coupons();
        Coupon read = coupons.coupon(coupons.template(TemplateState.PUBLISHED), 7, LATER);
        Coupon used = read.with(CouponState.REDEEMED, new Coupon.Use("late", 1, null, Money.of("20.00", "CNY")));
        String table = CouponTables.of(read.code());

        coupons.change(redeem(read, "first"));
        assertThatThrownBy(() -> write(coupons, read, used)).isInstanceOf(RuntimeException.class);
        assertThat(coupons.reader().find(read.code()).orElseThrow().use().orderId())
                .isEqualTo("first");

        coupons.execute("DELETE FROM " + table);
        assertThatThrownBy(() -> write(coupons, read, used)).isInstanceOf(RuntimeException.class);
        assertThat(coupons.number("SELECT COUNT(*) FROM coupon_ledger WHERE order_id = 'late'"))
                .isZero();
    }

    /** Writes a coupon and a row that must not be kept without it. */
    private static void write(TestCoupons coupons, Coupon before, Coupon now) {
        Source source = coupons.database().ofTable(before.code().table());
        source.inTransaction("a late write", tx -> {
            Packet packet = new Packet(tx);
            CouponUpdates updates = new CouponUpdates(tx.dialect());
            updates.add(before, now);
            updates.addTo(packet);
            packet.insert(LedgerRows.TABLE, LedgerRows.COLUMNS, LedgerRows.values(event(now)));
            packet.sendAndCommit(false);
            return now;
        });
    }

    private static CouponEvent event(Coupon coupon) {
        return new CouponEvent(
                EventType.REDEEMED,
                coupon.code(),
                coupon.userId(),
                coupon.templateId(),
                ZoneOffset.UTC,
                NOW,
                "late",
                1,
                null,
                null,
                null,
                null,
                null);
    }

    @Test
    final void everyStateIsReadBackAsItWasWritten() {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        for (CouponState state : CouponState.values()) {
            Coupon coupon = coupons.coupon(template, 1 + state.name().length(), LATER);
            coupons.execute("UPDATE " + CouponTables.of(coupon.code()) + " SET state = '" + CouponRows.letter(state)
                    + "' WHERE code = '" + coupon.code() + "'");
            assertThat(coupons.reader().find(coupon.code()).orElseThrow().state())
                    .isEqualTo(state);
        }
    }
}
