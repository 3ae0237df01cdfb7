package com.couponengine.jdbc.internal.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.template.TemplateState;
import com.couponengine.jdbc.JdbcCouponRepository;
import com.couponengine.jdbc.internal.TestCoupons;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import java.time.Instant;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Expiry and archive on a real database, killed in the middle. */
abstract class KilledUpkeepOnDatabase {
    private static final int COUPONS = 20_000;
    /** Eight streams of 2,500 coupons, in chunks of 500: forty transactions for each of the two jobs. */
    private static final int TRANSACTIONS = 80;

    private final SqlVariant variant;

    KilledUpkeepOnDatabase(SqlVariant variant) {
        this.variant = variant;
    }

    @Test
    final void expiryAndArchiveOfTwentyThousandLoseAndDoubleNothingWhenKilledInTheMiddle() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        SqlDatabase at = SqlServer.shared(variant).newDatabase();
        try (TestCoupons coupons = TestCoupons.open(at, null)) {
            coupons.coupons(
                    coupons.template(TemplateState.ENDED),
                    LongStream.rangeClosed(1, COUPONS).boxed().toList(),
                    Instant.parse("2024-01-01T00:00:00Z"));
        }

        long movedBefore = 0;
        for (int kill = 1; kill <= 4; kill++) {
            try (UpkeepProcess host = new UpkeepProcess(at)) {
                host.killAfter(TRANSACTIONS / 8 + random.nextInt(TRANSACTIONS / 4)); // some in either job
            }
            try (TestCoupons coupons = TestCoupons.open(at, null)) {
                movedBefore = coupons.archivedRows();
                assertThat(coupons.mainRows() + movedBefore)
                        .as("after kill %d, seed %d", kill, seed)
                        .isEqualTo(COUPONS);
            }
        }
        try (JdbcCouponRepository repository = UpkeepProcess.repository(at)) {
            assertThat(UpkeepProcess.all(repository)).isEqualTo(COUPONS - movedBefore);
        }

        try (TestCoupons coupons = TestCoupons.open(at, null)) {
            assertThat(coupons.mainRows()).isZero();
            String archive = " FROM " + CouponTables.ARCHIVE;
            assertThat(coupons.number("SELECT COUNT(DISTINCT code)" + archive)).isEqualTo(COUPONS);
            assertThat(coupons.number("SELECT COUNT(*)" + archive + " WHERE state = 'E'"))
                    .isEqualTo(COUPONS);
            String expired = " FROM coupon_ledger WHERE type = 'EXPIRED'";
            assertThat(coupons.number("SELECT COUNT(*)" + expired)).isEqualTo(COUPONS);
            assertThat(coupons.number("SELECT COUNT(DISTINCT code)" + expired)).isEqualTo(COUPONS);
        }
    }
}
