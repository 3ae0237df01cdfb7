package com.couponengine.jdbc;

import com.couponengine.core.TimeSource;
import com.couponengine.core.contract.BoundaryContract;
import com.couponengine.core.contract.FieldCasesContract;
import com.couponengine.core.contract.RedemptionOracleContract;
import com.couponengine.core.contract.RedemptionRaceContract;
import com.couponengine.core.contract.RedemptionStoreContract;
import com.couponengine.core.contract.ReleaseContract;
import com.couponengine.core.contract.RepositoryFixture;
import com.couponengine.core.contract.StackingContract;
import com.couponengine.jdbc.server.SqlVariant;
import java.sql.SQLException;
import org.junit.jupiter.api.Nested;

/** The contracts of redemption on one kind of database: on one data source, and where it matters on two. */
abstract class RedeemingOnDatabase {
    private final SqlVariant variant;

    RedeemingOnDatabase(SqlVariant variant) {
        this.variant = variant;
    }

    private RepositoryFixture open(int sources, TimeSource time) throws SQLException {
        return SqlRepositoryFixture.open(variant, sources, time);
    }

    @Nested
    final class Redeeming extends RedemptionStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RedeemingOnDatabase.this.open(1, time);
        }
    }

    @Nested
    final class Releasing extends ReleaseContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RedeemingOnDatabase.this.open(1, time);
        }
    }

    @Nested
    final class Boundaries extends BoundaryContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RedeemingOnDatabase.this.open(1, time);
        }
    }

    @Nested
    final class Histories extends RedemptionOracleContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RedeemingOnDatabase.this.open(1, time);
        }
    }

    @Nested
    final class Stacking extends StackingContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RedeemingOnDatabase.this.open(1, time);
        }
    }

    @Nested
    final class Racing extends RedemptionRaceContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RedeemingOnDatabase.this.open(1, time);
        }
    }

    @Nested
    final class RacingOnTwo extends RedemptionRaceContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RedeemingOnDatabase.this.open(2, time);
        }
    }

    @Nested
    final class FieldCases extends FieldCasesContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RedeemingOnDatabase.this.open(1, time);
        }
    }

    @Nested
    final class FieldCasesOnTwo extends FieldCasesContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RedeemingOnDatabase.this.open(2, time);
        }
    }
}
