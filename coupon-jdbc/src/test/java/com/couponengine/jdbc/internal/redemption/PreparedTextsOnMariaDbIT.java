package com.couponengine.jdbc.internal.redemption;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateState;
import com.couponengine.jdbc.internal.TestCoupons;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What MariaDB is asked to prepare, and what becomes of a redeem for which it has no room. */
final class PreparedTextsOnMariaDbIT {
    private static final long USER = 7;
    private static final int REDEEMS = 20;
    private static final Instant LATER = Instant.parse("2080-01-01T00:00:00Z");

    @Test
    void theTextsOfRedeemsThatAreAloneInTheirTransactionsArePreparedOnce() throws SQLException {
        try (SqlServer server = SqlServer.start(SqlVariant.MARIADB);
                TestCoupons coupons = TestCoupons.open(server.newDatabase(), null)) {
            redeemOneByOne(coupons);

            assertThat(status(server, "Com_stmt_prepare")).isLessThan(REDEEMS / 2);
            assertThat(status(server, "Com_stmt_execute")).isGreaterThanOrEqualTo(2 * REDEEMS);
        }
    }

    /** With room for one, it is the text that ends in COMMIT which cannot be prepared. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aRedeemIsCarriedOutThoughTheServerHasNoRoomToPrepareIt(int room) {
        try (SqlServer server = SqlServer.start(SqlVariant.MARIADB, "--max-prepared-stmt-count=" + room);
                TestCoupons coupons = TestCoupons.open(server.newDatabase(), null)) {
            redeemOneByOne(coupons);
        }
    }

    /** There no query can ask for the time after its locks. */
    @Test
    void aServerWhoseSysdateStandsStillIsAskedForTheTimeInAStatementOfItsOwn() throws SQLException {
        try (SqlServer server = SqlServer.start(SqlVariant.MARIADB, "--sysdate-is-now");
                TestCoupons coupons = TestCoupons.open(server.newDatabase(), null)) {
            RedemptionFaultsOnDatabase.expiresWhileItIsWaitedFor(coupons);
        }
    }

    private static void redeemOneByOne(TestCoupons coupons) {
        Template template = coupons.template(TemplateState.PUBLISHED);
        JdbcRedemptionStore store = coupons.redemptions();
        for (int i = 0; i < REDEEMS; i++) {
            Coupon coupon = coupons.coupon(template, USER, LATER);
            List<RedemptionResult> results =
                    store.change(List.of(TestCoupons.redeem(coupon, "order-" + i)), coupons.rules());
            assertThat(results).extracting(RedemptionResult::status).containsExactly(RedemptionStatus.REDEEMED);
            assertThat(coupons.reader().ledger(coupon.code()))
                    .extracting(CouponEvent::type)
                    .containsExactly(EventType.REDEEMED);
            RedemptionResult hold = coupons.change(TestCoupons.hold(coupon, "other", Duration.ofMinutes(5)));
            assertThat(hold.status()).isEqualTo(RedemptionStatus.ALREADY_REDEEMED);
        }
    }

    private static long status(SqlServer server, String name) throws SQLException {
        try (Connection connection = server.admin().connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE '" + name + "'")) {
            row.next();
            return row.getLong(2);
        }
    }
}
