package com.couponengine.jdbc.internal.db;

import com.couponengine.core.TimeSource;
import com.couponengine.core.error.ConfigurationException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.store.Shards;
import com.couponengine.jdbc.Dialect;
import com.couponengine.jdbc.Durability;
import com.couponengine.jdbc.internal.schema.SchemaInstaller;
import com.couponengine.jdbc.internal.schema.StartCheck;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A data source that was connected to and checked.
 *
 * @param pool the pool to close with it, or null if the data source is the host's
 */
public record OpenSource(Source source, @Nullable HikariDataSource pool) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("com.couponengine.jdbc");

    /** Where the tables are. */
    public sealed interface Place {}

    /** A database that gets a pool of its own. */
    public record Own(OwnPool settings) implements Place {}

    /** A data source of the host. */
    public record Hosts(DataSource dataSource) implements Place {}

    /**
     * Connects, installs if asked to, and checks.
     *
     * @param found gets what makes the data source unusable
     */
    public static OpenSource open(
            Place place,
            int index,
            Shards shards,
            @Nullable TimeSource time,
            Limits limits,
            boolean install,
            Durability durability,
            List<String> found) {
        HikariDataSource pool = null;
        // Stays open until the pool is: an unnamed or closing H2 database in memory lives as long as its connections.
        try (Connection first = place instanceof Own own
                ? own.settings().connect(limits)
                : ((Hosts) place).dataSource().getConnection()) {
            Dialect dialect = dialect(first, index);
            if (install) {
                SchemaInstaller.install(first, dialect, index, shards);
            }
            if (place instanceof Own own) {
                HikariDataSource opened = own.settings().open(dialect, limits, "coupon-" + index);
                pool = opened;
                boolean prepares;
                try (Connection pooled = opened.getConnection()) {
                    check(pooled, dialect, index, shards, durability, found);
                    prepares = own.settings().prepares() && dialect == Dialect.MARIADB && isSysdateLate(pooled);
                }
                return new OpenSource(
                        new Source(
                                index, dialect, Jdbi.create(opened), time, limits, prepares, opened::evictConnection),
                        pool);
            }
            check(first, dialect, index, shards, durability, found);
            Jdbi jdbi = Jdbi.create(((Hosts) place).dataSource());
            return new OpenSource(new Source(index, dialect, jdbi, time, limits, false, OpenSource::abort), null);
        } catch (SQLException | HikariPool.PoolInitializationException e) {
            if (pool != null) {
                pool.close();
            }
            throw new StoreUnavailableException("data source " + index, e);
        }
    }

    private static Dialect dialect(Connection connection, int index) throws SQLException {
        Optional<Dialect> dialect = Dialect.of(connection.getMetaData());
        if (dialect.isEmpty()) {
            String product = connection.getMetaData().getDatabaseProductName();
            throw new ConfigurationException(
                    List.of("data source " + index + " = " + product + ": must be MariaDB, MySQL, PostgreSQL or H2"));
        }
        return dialect.get();
    }

    private static void check(
            Connection connection, Dialect dialect, int index, Shards shards, Durability durability, List<String> found)
            throws SQLException {
        StartCheck.Findings findings = StartCheck.of(connection, dialect, index, shards);
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
        found.addAll(findings.unusable());
        if (durability == Durability.REFUSE) {
            found.addAll(findings.settings());
        } else {
            findings.settings().forEach(problem -> LOG.warn("Coupons may be lost or issued twice: {}", problem));
        }
    }

    /** A server may be set to take the time of a statement's start for it, see {@link Sql#LATE_MILLIS}. */
    private static boolean isSysdateLate(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT SLEEP(0.001), SYSDATE(6) > NOW(6)")) {
            return row.next() && row.getBoolean(2);
        } finally {
            connection.rollback();
        }
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException ignored) {
            // It is gone already.
        }
    }

    /** Closes the pool, if it is an own one. */
    @Override
    public void close() {
        if (pool != null) {
            pool.close();
        }
    }
}
