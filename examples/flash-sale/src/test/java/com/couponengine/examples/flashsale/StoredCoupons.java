package com.couponengine.examples.flashsale;

import com.couponengine.core.store.Shards;
import com.couponengine.jdbc.server.SqlDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rows of the coupons and of their counters, read around the library. */
final class StoredCoupons {
    private final SqlDatabase database;

    StoredCoupons(SqlDatabase database) {
        this.database = database;
    }

    /** A coupon's row; the discount in minor units, null while it is not in use. */
    record Row(
            String code,
            long userId,
            String requestId,
            @Nullable Long discount) {}

    /** All coupons of a template, from all 64 tables, fences left out. */
    List<Row> rows(long templateId) {
        String sql = ofAllTables("code, user_id, request_id, discount", templateId);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<Row> rows = new ArrayList<>();
            while (row.next()) {
                long discount = row.getLong(4);
                rows.add(new Row(row.getString(1), row.getLong(2), row.getString(3), row.wasNull() ? null : discount));
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How many coupons each user has. */
    Map<Long, Integer> perUser(long templateId) {
        Map<Long, Integer> perUser = new HashMap<>();
        rows(templateId).forEach(row -> perUser.merge(row.userId(), 1, Integer::sum));
        return perUser;
    }

    /** What the counter row says is issued. */
    long counted(long templateId) {
        try (Connection connection = database.connect()) {
            return number(connection, "SELECT issued FROM coupon_quota WHERE template_id = " + templateId);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How many rows there are at this moment, and the most that one user has: one statement on the connection. */
    static long[] countAndMost(Connection connection, long templateId) throws SQLException {
        String perUser = "SELECT COUNT(*) AS has FROM (" + ofAllTables("user_id", templateId) + ") AS coupon_rows"
                + " GROUP BY user_id";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT COALESCE(SUM(has), 0), COALESCE(MAX(has), 0) FROM (" + perUser + ") AS users")) {
            row.next();
            return new long[] {row.getLong(1), row.getLong(2)};
        }
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static String ofAllTables(String columns, long templateId) {
        return IntStream.range(0, Shards.STREAMS)
                .mapToObj(stream -> "SELECT %s FROM user_coupon_s%d WHERE template_id = %d AND grab_no > 0"
                        .formatted(columns, stream, templateId))
                .collect(Collectors.joining(" UNION ALL "));
    }
}
