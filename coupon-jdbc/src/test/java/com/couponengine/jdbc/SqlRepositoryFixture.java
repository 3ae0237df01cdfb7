package com.couponengine.jdbc;

import com.couponengine.core.TimeSource;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.contract.RepositoryFixture;
import com.couponengine.core.contract.StoredRow;
import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.Shards;
import com.couponengine.jdbc.internal.row.CouponRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A repository on databases that the tests of this JVM share: laid out once for each kind and number of them, emptied
 * before each test.
 */
public final class SqlRepositoryFixture implements RepositoryFixture {
    private record Kind(SqlVariant variant, int sources) {}

    /** Some hosts set it: an UPDATE then counts rows that it has changed, not rows that it has found. */
    private static final String COUNTS_CHANGED_ROWS = "useAffectedRows=true";

    private static final Map<Kind, SqlRepositoryFixture> OPENED = new ConcurrentHashMap<>();

    private final List<SqlDatabase> databases = new ArrayList<>();
    private final Shards shards;
    private final JdbcCouponRepository repository;
    private volatile TimeSource time = TimeSource.system();

    private SqlRepositoryFixture(Kind kind) {
        shards = new Shards(kind.sources());
        JdbcCouponRepository.Builder builder = JdbcCouponRepository.builder();
        for (int i = 0; i < kind.sources(); i++) {
            SqlDatabase database = SqlServer.shared(kind.variant()).newDatabase();
            databases.add(database);
            SqlDatabase seen = kind.variant() == SqlVariant.MYSQL ? database.with(COUNTS_CHANGED_ROWS) : database;
            builder.database(seen.url(), seen.user(), seen.password());
        }
        repository = builder.time(() -> time.now())
                .poolSizeMax(8)
                .callLimit(Duration.ofSeconds(20))
                .connectionWaitLimit(Duration.ofSeconds(10))
                .lockWaitLimit(Duration.ofSeconds(5))
                .installSchema()
                .open();
        ServerProcess.atJvmEnd(repository::close);
    }

    /** The emptied repository of this kind, with a clock. */
    public static SqlRepositoryFixture open(SqlVariant variant, int sources, TimeSource time) throws SQLException {
        SqlRepositoryFixture fixture = OPENED.computeIfAbsent(new Kind(variant, sources), SqlRepositoryFixture::new);
        fixture.time = time;
        fixture.empty();
        return fixture;
    }

    private void empty() throws SQLException {
        for (int source = 0; source < databases.size(); source++) {
            try (Connection connection = databases.get(source).connect();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                for (String table : tables(source)) {
                    statement.executeUpdate("DELETE FROM " + table);
                }
                statement.executeUpdate("UPDATE coupon_stream SET last_seq = 0, acked_seq = 0");
                connection.commit();
            }
        }
    }

    private List<String> tables(int source) {
        List<String> tables = new ArrayList<>(couponTables(source));
        tables.add(CouponTables.ARCHIVE);
        tables.addAll(List.of(
                "coupon_template",
                "coupon_quota",
                "coupon_redemption",
                "coupon_redemption_archive",
                "coupon_ledger",
                "coupon_outbox"));
        return tables;
    }

    private List<String> couponTables(int source) {
        return shards.streamsOf(source).mapToObj(CouponTables::name).toList();
    }

    @Override
    public CouponRepository repository() {
        return repository;
    }

    @Override
    public List<StoredRow> rows(long templateId) {
        List<StoredRow> rows = new ArrayList<>();
        for (int source = 0; source < databases.size(); source++) {
            List<String> tables = new ArrayList<>(couponTables(source));
            tables.add(CouponTables.ARCHIVE);
            List<String> selects = tables.stream()
                    .map(table -> "SELECT code, user_id, grab_no, request_id, '" + table + "' FROM " + table
                            + " WHERE template_id = " + templateId + " AND state <> '" + CouponRows.FENCED + "'")
                    .toList();
            query(source, String.join(" UNION ALL ", selects), row -> {
                String table = row.getString(5);
                rows.add(new StoredRow(
                        row.getString(1),
                        row.getLong(2),
                        row.getInt(3),
                        row.getString(4),
                        table.equals(CouponTables.ARCHIVE)));
            });
        }
        return rows;
    }

    @Override
    public boolean isFenced(CouponCode code) {
        List<Boolean> found = new ArrayList<>();
        query(
                shards.sourceOf(code.table()),
                "SELECT state FROM " + CouponTables.of(code) + " WHERE code = '" + code + "'",
                row -> found.add(row.getString(1).equals(CouponRows.FENCED)));
        return found.contains(true);
    }

    private interface Row {
        void take(ResultSet row) throws SQLException;
    }

    private void query(int source, String sql, Row each) {
        try (Connection connection = databases.get(source).connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                each.take(row);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        // the next test empties it
    }
}
