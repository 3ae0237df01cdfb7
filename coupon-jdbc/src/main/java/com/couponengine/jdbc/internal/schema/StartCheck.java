package com.couponengine.jdbc.internal.schema;

import com.couponengine.core.store.Shards;
import com.couponengine.jdbc.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Looks whether a data source keeps what the guarantees need. */
public final class StartCheck {
    private final Statement statement;
    private final Dialect dialect;
    private final String where;
    private final List<String> unusable = new ArrayList<>();
    private final List<String> settings = new ArrayList<>();

    private StartCheck(Statement statement, Dialect dialect, String where) {
        this.statement = statement;
        this.dialect = dialect;
        this.where = where;
    }

    /**
     * What was found.
     *
     * @param unusable why it cannot be used at all
     * @param settings which settings would break a guarantee after a crash or under load
     */
    public record Findings(List<String> unusable, List<String> settings) {}

    /** Checks a data source. */
    public static Findings of(Connection connection, Dialect dialect, int source, Shards shards) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            StartCheck check = new StartCheck(statement, dialect, "data source " + source);
            check.isolation(connection);
            switch (dialect) {
                case MARIADB, MYSQL -> check.mySql();
                case POSTGRESQL -> check.postgres();
                case H2 -> check.h2();
            }
            check.version(connection, InstalledVersion.of(source, shards));
            return new Findings(List.copyOf(check.unusable), List.copyOf(check.settings));
        }
    }

    private void isolation(Connection connection) throws SQLException {
        if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
            settings.add("isolation of " + where + ": must be READ COMMITTED");
        }
    }

    private void mySql() throws SQLException {
        try {
            statement.execute("SELECT 1; SELECT 1");
        } catch (SQLException e) {
            unusable.add("allowMultiQueries of " + where + ": must be true in the address");
        }
        setting("innodb_flush_log_at_trx_commit", "SELECT @@GLOBAL.innodb_flush_log_at_trx_commit", "1");
        if (value("SELECT @@GLOBAL.log_bin").equals("1")) {
            setting("sync_binlog", "SELECT @@GLOBAL.sync_binlog", "1");
        }
        String mode = value("SELECT @@SESSION.sql_mode");
        if (!mode.contains("STRICT_TRANS_TABLES") && !mode.contains("STRICT_ALL_TABLES")) {
            settings.add("sql_mode of " + where + " = " + mode + ": must be strict, or values are cut silently");
        }
        try (ResultSet rows = statement.executeQuery("SELECT table_name, engine FROM information_schema.tables"
                + " WHERE table_schema = DATABASE() AND engine <> 'InnoDB'"
                + " AND (table_name LIKE 'coupon\\_%' OR table_name LIKE 'user\\_coupon\\_%')")) {
            while (rows.next()) {
                unusable.add("engine of " + rows.getString(1) + " on " + where + " = " + rows.getString(2)
                        + ": must be InnoDB");
            }
        }
    }

    private void postgres() throws SQLException {
        setting("fsync", "SHOW fsync", "on");
        setting("full_page_writes", "SHOW full_page_writes", "on");
        String commit = value("SHOW synchronous_commit");
        if (commit.equals("off")) {
            settings.add("synchronous_commit of " + where + " = off: must not be off");
        }
    }

    private void h2() throws SQLException {
        if (!value("SELECT DATABASE_PATH()").isEmpty()) {
            setting(
                    "WRITE_DELAY",
                    "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'WRITE_DELAY'",
                    "0");
        }
    }

    private void version(Connection connection, InstalledVersion needed) {
        Optional<InstalledVersion> installed = InstalledVersion.read(connection);
        if (installed.equals(Optional.of(needed))) {
            return;
        }
        String schema = "schema of " + where + ": ";
        if (installed.isEmpty()) {
            unusable.add(schema + "is not installed, or cannot be read");
        } else if (installed.get().version() != needed.version()) {
            unusable.add(
                    schema + "is version " + installed.get().version() + ", this library needs " + needed.version());
        } else {
            unusable.add(schema + "belongs to data source " + installed.get().source() + " of "
                    + installed.get().sources() + ", not to " + needed.source() + " of " + needed.sources());
        }
    }

    private void setting(String name, String query, String right) throws SQLException {
        String value = value(query);
        if (!value.equals(right)) {
            settings.add(name + " of " + where + " = " + value + ": must be " + right);
        }
    }

    private String value(String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            String value = row.next() ? row.getString(1) : null;
            return value == null ? "" : dialect.isMySqlLike() ? value : value.toLowerCase(Locale.ROOT);
        }
    }
}
