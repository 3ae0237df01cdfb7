package com.couponengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.contract.Race;
import com.couponengine.core.error.ConfigurationException;
import com.couponengine.core.store.Shards;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The schema: installed by one call or from the printed text, checked at start. */
abstract class SchemaOnDatabase {
    private final SqlVariant variant;
    private final SqlDatabase database;

    SchemaOnDatabase(SqlVariant variant) {
        this.variant = variant;
        this.database = SqlServer.shared(variant).newDatabase();
    }

    private static JdbcCouponRepository.Builder builder(SqlDatabase... databases) {
        JdbcCouponRepository.Builder builder = JdbcCouponRepository.builder().poolSizeMax(2);
        for (SqlDatabase database : databases) {
            builder.database(database.url(), database.user(), database.password());
        }
        return builder;
    }

    private Dialect dialect() {
        return switch (variant) {
            case MARIADB -> Dialect.MARIADB;
            case MYSQL -> Dialect.MYSQL;
            case POSTGRESQL -> Dialect.POSTGRESQL;
            case H2, H2_MEMORY, H2_PROCESS -> Dialect.H2;
        };
    }

    /** Tables, columns with types, and indexes, as the database tells them. */
    private static Set<String> described(SqlDatabase database) throws SQLException {
        Set<String> lines = new TreeSet<>();
        try (Connection connection = database.connect()) {
            String schema = connection.getSchema();
            try (ResultSet column = connection.getMetaData().getColumns(connection.getCatalog(), schema, "%", null)) {
                while (column.next()) {
                    lines.add(String.join(
                            " ",
                            column.getString("TABLE_NAME"),
                            column.getString("COLUMN_NAME"),
                            column.getString("TYPE_NAME"),
                            column.getString("COLUMN_SIZE"),
                            column.getString("IS_NULLABLE")));
                }
            }
            for (String table : List.copyOf(tables(lines))) {
                try (ResultSet index =
                        connection.getMetaData().getIndexInfo(connection.getCatalog(), schema, table, false, true)) {
                    while (index.next()) {
                        lines.add(String.join(
                                " ",
                                "index of " + table,
                                index.getString("NON_UNIQUE"),
                                index.getString("ORDINAL_POSITION"),
                                index.getString("COLUMN_NAME")));
                    }
                }
            }
        }
        return lines;
    }

    private static Set<String> tables(Set<String> columns) {
        Set<String> tables = new TreeSet<>();
        columns.forEach(line -> tables.add(line.substring(0, line.indexOf(' '))));
        return tables;
    }

    private static void run(SqlDatabase database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String part : Pattern.compile(";\\s*\\n").splitAsStream(sql).toList()) {
                statement.execute(part);
            }
        }
    }

    @Test
    final void whatIsPrintedIsWhatIsInstalled() throws SQLException {
        SqlDatabase byHand = SqlServer.shared(variant).newDatabase();
        run(byHand, SchemaSql.of(dialect()));
        builder(database).installSchema().open().close();

        assertThat(described(byHand)).isEqualTo(described(database));
        assertThat(described(database))
                .anyMatch(line -> line.toLowerCase(Locale.ROOT).startsWith("user_coupon_63 code "));
        builder(byHand).open().close();
    }

    @Test
    final void installingAgainKeepsEverything() throws SQLException {
        builder(database).installSchema().open().close();
        Set<String> before = described(database);
        run(database, "UPDATE coupon_stream SET last_seq = 7");

        builder(database).installSchema().open().close();
        run(database, SchemaSql.of(dialect()));

        assertThat(described(database)).isEqualTo(before);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT COUNT(*), MIN(last_seq), (SELECT COUNT(*) FROM coupon_schema_version) FROM coupon_stream")) {
            row.next();
            assertThat(List.of(row.getInt(1), row.getInt(2), row.getInt(3))).containsExactly(8, 7, 1);
        }
    }

    @Test
    final void hostsThatInstallAtOnceAllStart() throws SQLException {
        Race.run(6, n -> {
            builder(database).installSchema().open().close();
            return n;
        });
        assertThat(tables(described(database)).stream()
                        .filter(table -> table.toLowerCase(Locale.ROOT).startsWith("user_coupon_")))
                .hasSizeGreaterThanOrEqualTo(65);
    }

    @Test
    final void eachDataSourceHasTheTablesOfItsRangeOnly() throws SQLException {
        SqlDatabase second = SqlServer.shared(variant).newDatabase();
        builder(database, second).installSchema().open().close();

        assertThat(described(database).toString().toLowerCase(Locale.ROOT))
                .contains("user_coupon_31 ")
                .doesNotContain("user_coupon_32 ");
        assertThat(described(second).toString().toLowerCase(Locale.ROOT))
                .contains("user_coupon_32 ")
                .doesNotContain("user_coupon_31 ");
        assertThatThrownBy(() -> builder(second, database).open())
                .as("in another order")
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems())
                                .containsExactly(
                                        "schema of data source 0: belongs to data source 1 of 2, not to 0 of 2",
                                        "schema of data source 1: belongs to data source 0 of 2, not to 1 of 2"));
        assertThatThrownBy(() -> builder(database).installSchema().open())
                .as("as the only one")
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("belongs to data source 0 of 2");
        assertThat(SchemaSql.of(dialect(), 1, new Shards(2)))
                .contains("user_coupon_32")
                .doesNotContain("user_coupon_31");
    }

    @Test
    final void aLogicalTableIsAViewOfItsUsersRows() throws SQLException {
        builder(database).installSchema().open().close();
        for (int userId : new int[] {8, 9, 15, 73}) {
            run(
                    database,
                    "INSERT INTO user_coupon_s1 (template_id, user_id, grab_no, code, state, issued_at, valid_from, expires_at)"
                            + " VALUES (1, " + userId + ", 1, 'code " + userId + "', 'A', 0, 0, 0)");
        }

        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT MIN(user_id), MAX(user_id), COUNT(*),"
                        + " (SELECT COUNT(*) FROM user_coupon_10) FROM user_coupon_09")) {
            row.next();
            assertThat(List.of(row.getInt(1), row.getInt(2), row.getInt(3), row.getInt(4)))
                    .containsExactly(9, 73, 2, 0);
        }
    }

    @Test
    final void withoutASchemaOrWithANewerOneItDoesNotStart() throws SQLException {
        assertThatThrownBy(() -> builder(database).open())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("schema of data source 0: is not installed, or cannot be read");
        builder(database).installSchema().open().close();
        run(database, "INSERT INTO coupon_schema_version (version, source, sources) VALUES (99, 0, 1)");
        assertThatThrownBy(() -> builder(database).installSchema().open())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("schema of data source 0: is version 99, this library needs 2");
    }
}
