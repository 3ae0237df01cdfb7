package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.Dialect;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.row.Row;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Queries that lock rows, one after the other. Where a database locks the rows of a UNION they are one statement: to a
 * server, and on the way, a result costs far more than a row.
 */
final class LockingQueries {
    /** Takes the rows of a query. */
    @FunctionalInterface
    interface Rows {
        void take(Row row) throws SQLException;
    }

    private record Query(List<String> columns, String from, List<?> values, Rows rows) {
        void take(ResultSet row) throws SQLException {
            rows.take(Row.of(row, columns));
        }
    }

    private final Dialect dialect;
    private final List<Query> queries = new ArrayList<>();

    LockingQueries(Dialect dialect) {
        this.dialect = dialect;
    }

    /**
     * Adds a query.
     *
     * @param from all that comes after the columns
     */
    void add(List<String> columns, String from, List<?> values, Rows rows) {
        queries.add(new Query(columns, from, values, rows));
    }

    /** Adds what there is to a packet. */
    void addTo(Packet packet) {
        if (queries.size() > 1 && dialect.isMySqlLike()) {
            union(packet);
        } else {
            queries.forEach(query ->
                    packet.query("SELECT " + String.join(", ", query.columns) + query.from, query.values, query::take));
        }
    }

    /** The columns of a row are those of its query, perhaps some nulls, and last its query's place in the list. */
    private void union(Packet packet) {
        int width =
                queries.stream().mapToInt(query -> query.columns.size()).max().orElseThrow();
        List<String> parts = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (Query query : queries) {
            parts.add("(SELECT " + String.join(", ", query.columns) + ", NULL".repeat(width - query.columns.size())
                    + ", " + parts.size() + query.from + ")");
            values.addAll(query.values);
        }
        packet.query(
                String.join(" UNION ALL ", parts),
                values,
                row -> queries.get(row.getInt(width + 1)).take(row));
    }
}
