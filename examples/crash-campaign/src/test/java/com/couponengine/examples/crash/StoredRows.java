package com.couponengine.examples.crash;

import com.couponengine.core.store.Shards;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The rows of a template and its counter, read around the library. */
final class StoredRows {
    private final String counts;
    private final String rows;

    StoredRows(long template) {
        counts = "SELECT (SELECT issued FROM coupon_quota WHERE template_id = " + template + "), "
                + ofTables(template, "(SELECT COUNT(*) FROM %s)", " + ");
        rows = ofTables(template, "SELECT code, user_id, request_id FROM %s", " UNION ALL ");
    }

    private static String ofTables(long template, String one, String separator) {
        return IntStream.range(0, Shards.STREAMS)
                .mapToObj(stream -> one.formatted(
                        "user_coupon_s%d WHERE template_id = %d AND grab_no > 0".formatted(stream, template)))
                .collect(Collectors.joining(separator));
    }

    /** What the counter says and how many rows there are, at one moment. */
    record Counts(long issued, long rows) {}

    /** A coupon. */
    record Row(String code, long user, String request) {}

    /** One statement, so it sees one state of the database. */
    Counts counts(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(counts)) {
            row.next();
            return new Counts(row.getLong(1), row.getLong(2));
        }
    }

    /** All coupons, fences left out. */
    List<Row> all(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(rows)) {
            List<Row> all = new ArrayList<>();
            while (row.next()) {
                all.add(new Row(row.getString(1), row.getLong(2), row.getString(3)));
            }
            return all;
        }
    }
}
