package com.couponengine.jdbc.internal.schema;

import com.couponengine.core.store.Shards;
import com.couponengine.jdbc.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.LockSupport;

/** Runs the statements of the schema. Safe to run again and on several hosts at once: one installs, the others wait. */
public final class SchemaInstaller {
    private static final int LOCK_SECONDS_MAX = 60;
    private static final int H2_TRIES_MAX = 10;
    private static final long POSTGRES_LOCK = 0x636f75706f6eL;

    private SchemaInstaller() {}

    /**
     * Installs what is not there yet, unless there is a schema already: a newer one or another data source's, which the
     * check at start then tells, or the right one, whose version is written down last. The connection is of this call
     * alone and is left in auto-commit.
     */
    public static void install(Connection connection, Dialect dialect, int source, Shards shards) throws SQLException {
        connection.setAutoCommit(true);
        if (InstalledVersion.read(connection).isPresent()) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            switch (dialect) {
                case MARIADB, MYSQL -> {
                    lockMySql(statement);
                    try {
                        run(statement, dialect, source, shards);
                    } finally {
                        statement.execute("SELECT RELEASE_LOCK(CONCAT(DATABASE(), '.coupon'))");
                    }
                }
                case POSTGRESQL -> {
                    connection.setAutoCommit(false);
                    try {
                        statement.execute("SET LOCAL lock_timeout = '" + LOCK_SECONDS_MAX + "s'");
                        statement.execute("SELECT PG_ADVISORY_XACT_LOCK(" + POSTGRES_LOCK + ")");
                        run(statement, dialect, source, shards);
                        connection.commit();
                    } finally {
                        connection.rollback();
                        connection.setAutoCommit(true);
                    }
                }
                case H2 -> {
                    for (String sql : Schema.statements(dialect, source, shards)) {
                        runOnH2(statement, sql);
                    }
                }
            }
        }
    }

    private static void run(Statement statement, Dialect dialect, int source, Shards shards) throws SQLException {
        for (String sql : Schema.statements(dialect, source, shards)) {
            statement.execute(sql);
        }
    }

    /** H2 has no lock that outlives a change of the schema; a statement that ran into another host's is run again. */
    private static void runOnH2(Statement statement, String sql) throws SQLException {
        for (int again = 1; ; again++) {
            try {
                statement.execute(sql);
                return;
            } catch (SQLException e) {
                if (again == H2_TRIES_MAX) {
                    throw e;
                }
                LockSupport.parkNanos(again * 1_000_000L);
            }
        }
    }

    private static void lockMySql(Statement statement) throws SQLException {
        try (ResultSet row =
                statement.executeQuery("SELECT GET_LOCK(CONCAT(DATABASE(), '.coupon'), " + LOCK_SECONDS_MAX + ")")) {
            if (!row.next() || row.getInt(1) != 1) {
                throw new SQLException("another host has been installing the schema for too long");
            }
        }
    }
}
