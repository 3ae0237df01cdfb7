package com.couponengine.jdbc.internal.outbox;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.Outbox;
import com.couponengine.core.store.Shards;
import com.couponengine.jdbc.internal.db.Database;
import com.couponengine.jdbc.internal.db.Source;
import com.couponengine.jdbc.internal.db.Tx;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The events that wait in the outbox. A row's id is taken before its transaction commits, so gaps between ids mean
 * nothing; numbers are given to committed rows only, in the order of their ids, under the lock of the stream's row.
 */
public final class JdbcOutbox implements Outbox {
    /** Rows that are numbered in one statement, or deleted in one transaction. */
    private static final int ROWS_MAX = 500;

    private final Database database;

    public JdbcOutbox(Database database) {
        this.database = database;
    }

    @Override
    public int streams() {
        return Shards.STREAMS;
    }

    @Override
    public List<EventBatch> unpublished(int stream, int max) {
        check(stream).require(max > 0, "max", max, "must be positive").throwIfAny();
        String what = "outbox of stream " + stream;
        Source source = database.ofStream(stream);
        // Asked first, so that what another relay numbers meanwhile is read below.
        if (source.read(what, tx -> withoutNumber(tx, stream, 1)).isEmpty()) {
            return source.read(what, tx -> numbered(tx, stream, max));
        }
        return source.inTransaction(what, tx -> {
            number(tx, stream, ROWS_MAX);
            return numbered(tx, stream, max);
        });
    }

    private static List<EventBatch> numbered(Tx tx, int stream, int max) {
        return tx.handle()
                .select(
                        "SELECT seq, payload FROM coupon_outbox WHERE stream = ? AND seq > 0 ORDER BY seq LIMIT ?",
                        stream,
                        max)
                .map((row, context) -> new EventBatch(stream, row.getLong(1), EventCodec.decode(row.getBytes(2))))
                .list();
    }

    private static List<Long> withoutNumber(Tx tx, int stream, int max) {
        return tx.handle()
                .select(
                        "SELECT id FROM coupon_outbox WHERE stream = ? AND seq IS NULL ORDER BY id LIMIT ?",
                        stream,
                        max)
                .mapTo(Long.class)
                .list();
    }

    private static void number(Tx tx, int stream, int max) throws SQLException {
        long last = tx.handle()
                .select("SELECT last_seq FROM coupon_stream WHERE stream = ? FOR UPDATE", stream)
                .mapTo(Long.class)
                .one();
        List<Long> ids = withoutNumber(tx, stream, max);
        if (ids.isEmpty()) {
            return; // another relay was here first
        }
        StringBuilder sql = new StringBuilder("UPDATE coupon_outbox SET seq = CASE id");
        StringBuilder in = new StringBuilder();
        for (int i = 0; i < ids.size(); i++) {
            sql.append(" WHEN ").append(ids.get(i)).append(" THEN ").append(last + 1 + i);
            in.append(i == 0 ? "" : ",").append(ids.get(i));
        }
        sql.append(" END WHERE id IN (").append(in).append(')');
        try (Statement statement = tx.connection().createStatement()) {
            statement.executeUpdate(sql.toString());
        }
        tx.handle().execute("UPDATE coupon_stream SET last_seq = ? WHERE stream = ?", last + ids.size(), stream);
    }

    @Override
    public void acknowledge(int stream, long upToSeq) {
        check(stream).throwIfAny();
        String what = "acknowledge " + upToSeq + " of stream " + stream;
        Source source = database.ofStream(stream);
        boolean more = true;
        while (more) {
            more = source.inTransaction(what, tx -> acknowledge(tx, stream, upToSeq));
        }
    }

    /** Deletes a bounded number of rows, in order, and notes how far it came; answers whether there may be more. */
    private static boolean acknowledge(Tx tx, int stream, long upToSeq) {
        StreamRow row = tx.handle()
                .select("SELECT last_seq, acked_seq FROM coupon_stream WHERE stream = ? FOR UPDATE", stream)
                .map((rs, context) -> new StreamRow(rs.getLong(1), rs.getLong(2)))
                .one();
        long to = Math.min(Math.min(upToSeq, row.lastSeq()), row.ackedSeq() + ROWS_MAX);
        if (to <= row.ackedSeq()) {
            return false;
        }
        tx.handle().execute("DELETE FROM coupon_outbox WHERE stream = ? AND seq <= ?", stream, to);
        tx.handle().execute("UPDATE coupon_stream SET acked_seq = ? WHERE stream = ?", to, stream);
        return to < upToSeq;
    }

    private record StreamRow(long lastSeq, long ackedSeq) {}

    private static Mistakes check(int stream) {
        return new Mistakes()
                .require(
                        stream >= 0 && stream < Shards.STREAMS,
                        "stream",
                        stream,
                        "must be 0 to " + (Shards.STREAMS - 1));
    }
}
