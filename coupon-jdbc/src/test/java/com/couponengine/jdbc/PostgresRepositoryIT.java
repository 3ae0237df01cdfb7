package com.couponengine.jdbc;

import com.couponengine.core.TimeSource;
import com.couponengine.core.contract.FenceContract;
import com.couponengine.core.contract.IssueRefusalContract;
import com.couponengine.core.contract.IssueStoreContract;
import com.couponengine.core.contract.RepositoryFixture;
import com.couponengine.core.contract.TemplateStoreContract;
import com.couponengine.jdbc.server.SqlVariant;
import java.sql.SQLException;
import org.junit.jupiter.api.Nested;

/** The contracts of the repository on a real PostgreSQL, on one data source and on two. */
final class PostgresRepositoryIT {
    private static RepositoryFixture one(TimeSource time) throws SQLException {
        return SqlRepositoryFixture.open(SqlVariant.POSTGRESQL, 1, time);
    }

    private static RepositoryFixture two(TimeSource time) throws SQLException {
        return SqlRepositoryFixture.open(SqlVariant.POSTGRESQL, 2, time);
    }

    @Nested
    final class Templates extends TemplateStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return one(time);
        }
    }

    @Nested
    final class TemplatesOnTwo extends TemplateStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return two(time);
        }
    }

    @Nested
    final class Issuing extends IssueStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return one(time);
        }
    }

    @Nested
    final class IssuingOnTwo extends IssueStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return two(time);
        }
    }

    @Nested
    final class Refusals extends IssueRefusalContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return one(time);
        }
    }

    @Nested
    final class Fences extends FenceContract {
        @Override
        protected RepositoryFixture open(TimeSource time) throws SQLException {
            return one(time);
        }
    }
}
