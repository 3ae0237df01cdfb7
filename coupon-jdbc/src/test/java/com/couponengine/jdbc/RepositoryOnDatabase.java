package com.couponengine.jdbc;

import com.couponengine.core.TimeSource;
import com.couponengine.core.contract.CouponReaderContract;
import com.couponengine.core.contract.FenceContract;
import com.couponengine.core.contract.IssueRefusalContract;
import com.couponengine.core.contract.IssueStoreContract;
import com.couponengine.core.contract.OutboxContract;
import com.couponengine.core.contract.RepositoryFixture;
import com.couponengine.core.contract.TemplateStoreContract;
import com.couponengine.core.contract.UpkeepStoreContract;
import com.couponengine.jdbc.server.SqlVariant;
import java.sql.SQLException;
import org.junit.jupiter.api.Nested;

/** The contracts of the repository on one kind of database: on one data source, and where it matters on two. */
abstract class RepositoryOnDatabase {
    private final SqlVariant variant;

    RepositoryOnDatabase(SqlVariant variant) {
        this.variant = variant;
    }

    private RepositoryFixture open(int sources, TimeSource time) throws SQLException {
        return SqlRepositoryFixture.open(variant, sources, time);
    }

    @Nested
    final class Templates extends TemplateStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RepositoryOnDatabase.this.open(1, time);
        }
    }

    @Nested
    final class TemplatesOnTwo extends TemplateStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RepositoryOnDatabase.this.open(2, time);
        }
    }

    @Nested
    final class Issuing extends IssueStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RepositoryOnDatabase.this.open(1, time);
        }
    }

    @Nested
    final class IssuingOnTwo extends IssueStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RepositoryOnDatabase.this.open(2, time);
        }
    }

    @Nested
    final class Refusals extends IssueRefusalContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RepositoryOnDatabase.this.open(1, time);
        }
    }

    @Nested
    final class Fences extends FenceContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RepositoryOnDatabase.this.open(1, time);
        }
    }

    @Nested
    final class Reading extends CouponReaderContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RepositoryOnDatabase.this.open(1, time);
        }
    }

    @Nested
    final class Upkeep extends UpkeepStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RepositoryOnDatabase.this.open(1, time);
        }
    }

    @Nested
    final class Outboxes extends OutboxContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return RepositoryOnDatabase.this.open(1, time);
        }
    }
}
