package com.couponengine.jdbc.internal.db;

import com.couponengine.jdbc.Dialect;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Statements that are sent together, so that they cost one round trip. The server runs them one after the other, and
 * none after one that fails. Not thread-safe.
 */
public final class Packet {
    /** Values of one INSERT; PostgreSQL takes 65,535. */
    /** A server refuses longer texts than its max_allowed_packet, which is hardly ever less than a mebibyte. */
    private static final int CHARS_MAX = 1_000_000;

    private static final int VALUES_MAX = 32_000;

    /** Takes the rows of a query. */
    @FunctionalInterface
    public interface Rows {
        /** Called once for each row, which {@code row} stands on. */
        void take(ResultSet row) throws SQLException;
    }

    /** Takes the count of an update. */
    @FunctionalInterface
    public interface Count {
        void take(int rows) throws SQLException;
    }

    private record Part(
            String sql,
            List<? extends @Nullable Object> values,
            @Nullable Rows rows,
            @Nullable Count count) {}

    private final Tx tx;
    private final boolean often;
    private final List<Part> parts = new ArrayList<>();

    public Packet(Tx tx) {
        this(tx, false);
    }

    /**
     * A packet.
     *
     * @param often whether its text will be sent again and again, with other values only: a server may prepare it
     */
    public Packet(Tx tx, boolean often) {
        this.tx = tx;
        this.often = often;
    }

    /** Adds a query. */
    public void query(String sql, List<? extends @Nullable Object> values, Rows rows) {
        parts.add(new Part(sql, values, rows, null));
    }

    /** Adds an INSERT, UPDATE or DELETE. */
    public void update(String sql, List<? extends @Nullable Object> values, Count count) {
        parts.add(new Part(sql, values, null, count));
    }

    /** Adds an UPDATE that must change so many rows: if it does not, nothing of what is sent with it is kept. */
    public void updateExactly(int rows, String sql, List<? extends @Nullable Object> values) {
        Dialect dialect = tx.dialect();
        if (dialect == Dialect.POSTGRESQL) {
            query(Sql.exactly(dialect, sql, rows), values, row -> {});
            return;
        }
        update(sql, values, count -> expect(rows, count, sql));
        if (dialect.isMySqlLike()) {
            update(Sql.exactlyBefore(rows), List.of(), count -> {});
        }
    }

    /**
     * Adds an INSERT of several rows, which all have to be written; nothing if there is none. Columns that are null in all
     * rows are left to their default, which is null.
     *
     * @param columns their names
     * @param values of all rows, one row after the other
     */
    public void insert(String table, List<String> columns, List<? extends @Nullable Object> values) {
        int width = columns.size();
        int most = VALUES_MAX / width * width;
        for (int from = 0; from < values.size(); from += most) {
            insertOnce(table, columns, values.subList(from, Math.min(values.size(), from + most)));
        }
    }

    private void insertOnce(String table, List<String> columns, List<? extends @Nullable Object> values) {
        int width = columns.size();
        BitSet used = new BitSet(width);
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) != null) {
                used.set(i % width);
            }
        }
        List<@Nullable Object> written = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            if (used.get(i % width)) {
                written.add(values.get(i));
            }
        }
        int rows = values.size() / width;
        StringJoiner names = new StringJoiner(", ", "INSERT INTO " + table + " (", ") VALUES ");
        for (int i = 0; i < width; i++) {
            if (used.get(i)) {
                names.add(columns.get(i));
            }
        }
        update(
                names + String.join(", ", Collections.nCopies(rows, marks(used.cardinality()))),
                written,
                count -> expect(rows, count, table));
    }

    /** Ends the transaction in a rollback unless so many rows were written as it must be. */
    public static void expect(int rows, int count, Object what) {
        if (count != rows) {
            throw new IllegalStateException(what + ": " + count + " rows written instead of " + rows);
        }
    }

    /** Adds the question for the server's clock, read when every statement added before it has ended. */
    public void clock(Clock clock) {
        if (tx.readsServerClock()) {
            query(
                    "SELECT " + Sql.nowMillis(tx.dialect()),
                    List.of(),
                    row -> clock.now = Instant.ofEpochMilli(row.getLong(1)));
        }
    }

    /** Whether {@link Sql#LATE_MILLIS} is the server's clock, and may be asked for in a query that locks. */
    public boolean mayAskLate() {
        return often && tx.prepares() && tx.readsServerClock();
    }

    /** The answer to {@link #clock}. */
    public static final class Clock {
        private @Nullable Instant now;

        /** Takes what {@link Sql#LATE_MILLIS} was, which had its place after the last lock. */
        public void was(long millis) {
            now = Instant.ofEpochMilli(millis);
        }

        /** The repository's time, not before the statements that its question came after. */
        public Instant now(Tx tx) throws SQLException {
            return now == null ? tx.now() : now;
        }
    }

    /** {@code (?, ?, ?)} for so many values. */
    public static String marks(int count) {
        return "(" + String.join(", ", Collections.nCopies(count, "?")) + ")";
    }

    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Sends what was added, hands out the answers, and is empty then. */
    public void send() throws SQLException {
        List<Part> sent = List.copyOf(parts);
        parts.clear();
        if (tx.dialect() == Dialect.H2) { // it runs in this process, and takes one statement at a time
            for (Part part : sent) {
                send(List.of(part));
            }
        } else if (!sent.isEmpty()) {
            send(sent);
        }
    }

    /**
     * Sends what was added, which asks for no answers, and COMMIT with it: that saves a round trip, during which locks
     * would be held. It is the last that the transaction does. On H2, whose statements do not travel, COMMIT is left to
     * the transaction's end.
     *
     * @param splittable whether the caller can do with less at a time: then a text that is too long for some servers is
     *     refused, as data are that cannot be stored, before anything is sent
     */
    public void sendAndCommit(boolean splittable) throws SQLException {
        if (tx.dialect().isMySqlLike()) {
            if (often && tx.prepares()) {
                tx.sendsCommit();
                sendPrepared(parts, ";COMMIT");
            } else {
                StringBuilder text = text(parts).append(";COMMIT");
                if (splittable && text.length() > CHARS_MAX) {
                    throw new SQLDataException("a text of " + text.length() + " characters", "22001");
                }
                tx.sendsCommit();
                tx.run(text);
            }
            parts.clear();
            return;
        }
        if (tx.dialect() != Dialect.H2) {
            tx.sendsCommit();
            update("COMMIT", List.of(), count -> {});
        }
        send();
    }

    private void send(List<Part> sent) throws SQLException {
        if (!tx.dialect().isMySqlLike()) {
            try (PreparedStatement statement = tx.connection().prepareStatement(marked(sent))) {
                setValues(statement, sent);
                answers(sent, statement, statement.execute());
            }
        } else if (often && tx.prepares()) {
            sendPrepared(sent, "");
        } else {
            try (Statement statement = tx.connection().createStatement()) {
                statement.setEscapeProcessing(false);
                answers(sent, statement, statement.execute(text(sent).toString()));
            }
        }
    }

    /**
     * Has the server run a text that it has prepared. Several statements are a block, which answers
     * queries only: so all must be queries, or none. A driver sends the text as it is where the server has no room to
     * prepare it.
     */
    private void sendPrepared(List<Part> sent, String end) throws SQLException {
        String text = marked(sent) + end;
        boolean isOne = sent.size() == 1 && end.isEmpty();
        try (PreparedStatement statement =
                tx.connection().prepareStatement(isOne ? text : "BEGIN NOT ATOMIC " + text + ";END")) {
            setValues(statement, sent);
            if (statement.execute()) {
                answers(sent, statement, true);
            }
        }
    }

    private static String marked(List<Part> sent) {
        return String.join(";\n", sent.stream().map(Part::sql).toList());
    }

    private static void setValues(PreparedStatement statement, List<Part> sent) throws SQLException {
        int index = 1;
        for (Part part : sent) {
            for (Object value : part.values()) {
                statement.setObject(index++, value);
            }
        }
    }

    /** A driver would make one text of it, too, but at many times the cost. */
    private StringBuilder text(List<Part> sent) {
        StringBuilder sql = new StringBuilder(1_000);
        for (Part part : sent) {
            sql.append(sql.isEmpty() ? "" : ";");
            int from = 0;
            for (Object value : part.values()) {
                int mark = part.sql().indexOf('?', from);
                sql.append(part.sql(), from, mark);
                Literals.append(sql, tx.dialect(), value);
                from = mark + 1;
            }
            sql.append(part.sql(), from, part.sql().length());
        }
        return sql;
    }

    private static void answers(List<Part> sent, Statement statement, boolean firstIsRows) throws SQLException {
        boolean isRows = firstIsRows;
        for (int i = 0; i < sent.size(); i++) {
            if (i > 0) {
                isRows = statement.getMoreResults();
            }
            answer(sent.get(i), statement, isRows);
        }
    }

    private static void answer(Part part, Statement statement, boolean isRows) throws SQLException {
        if (isRows != (part.rows() != null)) {
            throw new SQLException("the answers do not match the statements at: " + part.sql());
        }
        if (part.rows() != null) {
            try (ResultSet row = statement.getResultSet()) {
                while (row.next()) {
                    part.rows().take(row);
                }
            }
        } else if (part.count() != null) {
            part.count().take(statement.getUpdateCount());
        }
    }
}
