package com.couponengine.jdbc.internal.redemption;

import static com.couponengine.jdbc.internal.TestCoupons.redeem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.server.FaultProxy;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateState;
import com.couponengine.jdbc.internal.OnDatabase;
import com.couponengine.jdbc.internal.TestCoupons;
import com.couponengine.jdbc.internal.db.Limits;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What redemption answers when the database, or the way to it, fails. */
abstract class RedemptionFaultsOnDatabase extends OnDatabase {
    private static final Limits SHORT = new Limits(Duration.ofSeconds(3), Duration.ofSeconds(1));
    private static final Instant LATER = NOW.plus(Duration.ofDays(1));
    private static final long USER = 7;
    private static final int HANGING_SECONDS = 60;

    private final SqlVariant variant;

    RedemptionFaultsOnDatabase(SqlVariant variant) {
        super(variant);
        this.variant = variant;
    }

    /** The way through the proxy, with statements that go as text, so that it can tell them. */
    private SqlDatabase through(FaultProxy proxy) {
        SqlDatabase far = at().through(proxy);
        return switch (variant) {
            case POSTGRESQL -> far.with("prepareThreshold=0");
            case MARIADB -> far.with("useServerPrepStmts=false");
            default -> far;
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"INSERT INTO coupon_ledger", "COMMIT"})
    final void aCommitWhoseAnswerIsLostIsUnknownAndTheSameCommandLearnsIt(String inItsText) {
        Coupon coupon = coupons().coupon(coupons().template(TemplateState.PUBLISHED), USER, LATER);
        try (FaultProxy proxy = FaultProxy.before(SqlServer.shared(variant).port());
                TestCoupons far = TestCoupons.open(through(proxy), clock, SHORT)) {
            proxy.cutAnswerTo(inItsText);

            assertThat(far.change(redeem(coupon, "a")).status()).isEqualTo(RedemptionStatus.OUTCOME_UNKNOWN);

            RedemptionResult again = far.change(redeem(coupon, "a"));
            assertThat(again.status()).isEqualTo(RedemptionStatus.REDEEMED);
            assertThat(again.replay()).isTrue();
            assertThat(coupons().reader().ledger(coupon.code())).hasSize(1);
        }
    }

    /** The text has been sent before, and may not travel again; its values do. */
    @Test
    final void aCommitWhoseAnswerIsLostIsUnknownThoughItsTextWasPrepared() {
        Template template = coupons().template(TemplateState.PUBLISHED);
        Coupon first = coupons().coupon(template, USER, LATER);
        Coupon second = coupons().coupon(template, USER, LATER);
        try (FaultProxy proxy = FaultProxy.before(SqlServer.shared(variant).port());
                TestCoupons far = TestCoupons.open(at().through(proxy), clock, SHORT)) {
            assertThat(far.change(redeem(first, "a")).status()).isEqualTo(RedemptionStatus.REDEEMED);
            proxy.cutAnswerTo("REDEEMED");

            assertThat(far.change(redeem(second, "b")).status()).isEqualTo(RedemptionStatus.OUTCOME_UNKNOWN);

            RedemptionResult again = far.change(redeem(second, "b"));
            assertThat(again.status()).isEqualTo(RedemptionStatus.REDEEMED);
            assertThat(again.replay()).isTrue();
            assertThat(coupons().reader().ledger(second.code())).hasSize(1);
        }
    }

    @Test
    final void whatIsLostBeforeTheCommitChangedNothing() {
        Coupon coupon = coupons().coupon(coupons().template(TemplateState.PUBLISHED), USER, LATER);
        try (FaultProxy proxy = FaultProxy.before(SqlServer.shared(variant).port());
                TestCoupons far = TestCoupons.open(through(proxy), clock, SHORT)) {
            proxy.cutAnswerTo("FOR UPDATE");
            assertThat(far.change(redeem(coupon, "a")).status()).isEqualTo(RedemptionStatus.UNAVAILABLE);

            RedemptionResult again = far.change(redeem(coupon, "a"));
            assertThat(again.status()).isEqualTo(RedemptionStatus.REDEEMED);
            assertThat(again.replay()).isFalse();
        }
    }

    @Test
    final void aNetworkThatFallsSilentIsUnavailableWithinTheLimit() {
        Coupon coupon = coupons().coupon(coupons().template(TemplateState.PUBLISHED), USER, LATER);
        try (FaultProxy proxy = FaultProxy.before(SqlServer.shared(variant).port());
                TestCoupons far = TestCoupons.open(through(proxy), clock, SHORT)) {
            proxy.blackHole();

            CompletableFuture<RedemptionResult> answer =
                    CompletableFuture.supplyAsync(() -> far.change(redeem(coupon, "a")));

            assertThat(answer.orTimeout(HANGING_SECONDS, TimeUnit.SECONDS)
                            .join()
                            .status())
                    .isEqualTo(RedemptionStatus.UNAVAILABLE);
            proxy.normal();
        }
    }

    // B31
    @Test
    final void aLockThatIsNotToBeHadInTimeIsUnavailableAndBlocksNobodyAfterwards() throws SQLException {
        Coupon coupon = coupons().coupon(coupons().template(TemplateState.PUBLISHED), USER, LATER);
        try (TestCoupons hasty = TestCoupons.open(at(), clock, SHORT);
                Connection other = coupons().connect()) {
            other.setAutoCommit(false);
            assertThat(lock(other, coupon, "")).isTrue();

            assertThat(hasty.change(redeem(coupon, "a")).status()).isEqualTo(RedemptionStatus.UNAVAILABLE);

            other.rollback();
            assertThat(hasty.change(redeem(coupon, "a")).status()).isEqualTo(RedemptionStatus.REDEEMED);
        }
    }

    // B101
    @Test
    final void whoLosesADeadlockTriesAgain() throws SQLException {
        TestCoupons coupons = coupons();
        Template template = coupons.template(TemplateState.PUBLISHED);
        List<Coupon> all = coupons.coupons(template, Collections.nCopies(30, USER), LATER).stream()
                .sorted((a, b) -> a.code().compareTo(b.code()))
                .toList();
        Coupon first = all.get(0);
        Coupon last = all.get(29);
        CompletableFuture<List<RedemptionResult>> answer;
        try (Connection other = coupons.connect();
                Connection probe = coupons.connect()) {
            other.setAutoCommit(false);
            probe.setAutoCommit(false);
            write(other, all.subList(1, 30)); // the more it has written, the less the database likes to roll it back
            List<RedemptionCommand> commands = List.of(redeem(first, "a"), redeem(last, "b"));
            answer = CompletableFuture.supplyAsync(() -> coupons.redemptions().change(commands, coupons.rules()));
            await().until(() -> {
                boolean isFree = lock(probe, first, " SKIP LOCKED");
                probe.rollback();
                return !isFree;
            });
            try {
                lock(other, first, ""); // each waits for the other now
                other.commit();
            } catch (SQLException e) {
                other.rollback(); // it was the one
            }
        }

        assertThat(answer.orTimeout(HANGING_SECONDS, TimeUnit.SECONDS).join())
                .extracting(RedemptionResult::status)
                .containsExactly(RedemptionStatus.REDEEMED, RedemptionStatus.REDEEMED);
    }

    /** The server's own clock; the template is known to the store, as it is to one that has been at work for a while. */
    @Test
    final void aCouponThatExpiresWhileItsRowIsWaitedForIsExpired() throws SQLException {
        try (TestCoupons own = TestCoupons.open(at(), null)) {
            expiresWhileItIsWaitedFor(own);
        }
    }

    static void expiresWhileItIsWaitedFor(TestCoupons coupons) throws SQLException {
        Template template = coupons.template(TemplateState.PUBLISHED);
        JdbcRedemptionStore store = coupons.redemptions();
        Coupon before = coupons.coupon(template, USER, coupons.now().plus(Duration.ofDays(1)));
        assertThat(redeemed(store, coupons, before)).isEqualTo(RedemptionStatus.REDEEMED);
        Coupon coupon = coupons.coupon(template, USER, coupons.now().plusSeconds(3));
        CompletableFuture<RedemptionStatus> answer;
        try (Connection other = coupons.connect()) {
            other.setAutoCommit(false);
            lock(other, coupon, "");
            answer = CompletableFuture.supplyAsync(() -> redeemed(store, coupons, coupon));
            await().until(() -> coupons.lockWaits() > 0);
            assertThat(coupons.now()).as("when it waits").isBefore(coupon.expiresAt());
            await().until(() -> !coupons.now().isBefore(coupon.expiresAt()));
            assertThat(answer).isNotDone();
            other.commit();
        }
        assertThat(answer.orTimeout(HANGING_SECONDS, TimeUnit.SECONDS).join())
                .isEqualTo(RedemptionStatus.COUPON_EXPIRED);
    }

    private static RedemptionStatus redeemed(JdbcRedemptionStore store, TestCoupons coupons, Coupon coupon) {
        return store.change(List.of(redeem(coupon, "order-" + coupon.code())), coupons.rules())
                .get(0)
                .status();
    }

    private static void write(Connection connection, List<Coupon> coupons) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (Coupon coupon : coupons) {
                statement.executeUpdate("UPDATE " + CouponTables.of(coupon.code())
                        + " SET valid_from = valid_from + 1 WHERE code = '" + coupon.code() + "'");
            }
        }
    }

    private static boolean lock(Connection connection, Coupon coupon, String how) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT code FROM "
                        + CouponTables.of(coupon.code()) + " WHERE code = '" + coupon.code() + "' FOR UPDATE"
                        + how)) {
            return row.next();
        }
    }
}
