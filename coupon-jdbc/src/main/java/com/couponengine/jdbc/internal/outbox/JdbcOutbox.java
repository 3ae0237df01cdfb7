package com.couponengine.jdbc.internal.outbox;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.Outbox;
import com.couponengine.jdbc.internal.db.Database;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Source;
import com.couponengine.jdbc.internal.db.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The events that wait in the outbox. A row's id is taken before its transaction commits, so gaps between ids mean
 * nothing; numbers are given to committed rows only, in the order of their ids, under the locks of the streams' rows.
 */
public final class JdbcOutbox implements Outbox {
    /** Rows that are numbered in one transaction at the most. */
    private static final int ROWS_MAX = 2_000;

    private final Database database;

    public JdbcOutbox(Database database) {
        this.database = database;
    }

    @Override
    public int sources() {
        return database.sources().size();
    }

    @Override
    public List<EventBatch> next(int number, Map<Integer, Long> safe, int max) {
        new Mistakes()
                .require(number >= 0 && number < sources(), "source", number, "must be a data source")
                .require(max > 0, "max", max, "must be positive")
                .throwIfAny();
        Source source = database.sources().get(number);
        String what = "outbox of data source " + number;
        if (safe.isEmpty() && source.read(what, JdbcOutbox::isEmpty)) {
            return List.of();
        }
        List<Integer> streams = database.shards().streamsOf(number).boxed().toList();
        return source.inTransaction(what, tx -> new Round(tx, streams, safe).next(max));
    }

    private static boolean isEmpty(Tx tx) {
        return tx.handle()
                .select("SELECT id FROM coupon_outbox LIMIT 1")
                .mapTo(Long.class)
                .findFirst()
                .isEmpty();
    }

    /** One transaction on the streams of a data source. */
    private static final class Round {
        private final Tx tx;
        private final Map<Integer, Long> safe;
        private final String inStreams;
        private final Map<Integer, Long> lastSeq = new TreeMap<>();
        private final Map<Integer, Long> ackedSeq = new TreeMap<>();
        /** Rows without a number: their ids, in order, and the numbers that they get. */
        private final List<Long> ids = new ArrayList<>();

        private final List<Long> numbers = new ArrayList<>();
        private boolean acknowledged;

        Round(Tx tx, List<Integer> streams, Map<Integer, Long> safe) {
            this.tx = tx;
            this.safe = safe;
            this.inStreams = " IN " + in(streams);
        }

        List<EventBatch> next(int max) throws SQLException {
            Packet first = new Packet(tx);
            lock(first);
            acknowledge(first);
            askUnnumbered(first);
            first.send();

            Packet second = new Packet(tx);
            List<EventBatch> batches = new ArrayList<>();
            number(second);
            ask(second, max, batches);
            second.send();
            if (ids.isEmpty() && !acknowledged) {
                tx.rollBackAtEnd(); // nothing to commit
            }
            return batches;
        }

        private void lock(Packet packet) {
            packet.query(
                    "SELECT stream, last_seq, acked_seq FROM coupon_stream WHERE stream" + inStreams
                            + " ORDER BY stream FOR UPDATE",
                    List.of(),
                    row -> {
                        int stream = row.getInt(1);
                        long last = row.getLong(2);
                        lastSeq.put(stream, last);
                        ackedSeq.put(stream, Math.max(row.getLong(3), Math.min(last, safe.getOrDefault(stream, 0L))));
                    });
        }

        private void acknowledge(Packet packet) {
            if (safe.isEmpty()) {
                return;
            }
            StringBuilder acked = new StringBuilder("CASE stream");
            safe.forEach((stream, seq) -> {
                // one by one: a server that walked through the table would wait for rows that are not committed
                packet.update(
                        "DELETE FROM coupon_outbox WHERE stream = ? AND seq <= ?", List.of(stream, seq), count -> {});
                acked.append(" WHEN ")
                        .append(stream)
                        .append(" THEN LEAST(")
                        .append(seq)
                        .append(", last_seq)");
            });
            acked.append(" END");
            packet.update(
                    "UPDATE coupon_stream SET acked_seq = " + acked + " WHERE stream IN " + in(safe.keySet())
                            + " AND acked_seq < " + acked,
                    List.of(),
                    count -> acknowledged |= count > 0);
        }

        private void askUnnumbered(Packet packet) {
            packet.query(
                    "SELECT id, stream FROM coupon_outbox WHERE stream" + inStreams
                            + " AND seq IS NULL ORDER BY id LIMIT " + ROWS_MAX,
                    List.of(),
                    row -> {
                        ids.add(row.getLong(1));
                        numbers.add(lastSeq.merge(row.getInt(2), 1L, Long::sum));
                    });
        }

        private void number(Packet packet) {
            if (ids.isEmpty()) {
                return;
            }
            StringBuilder seqs = new StringBuilder("UPDATE coupon_outbox SET seq = CASE id");
            for (int i = 0; i < ids.size(); i++) {
                seqs.append(" WHEN ").append(ids.get(i)).append(" THEN ").append(numbers.get(i));
            }
            seqs.append(" END WHERE id IN (");
            seqs.append(ids.stream().map(String::valueOf).collect(Collectors.joining(",")));
            packet.update(seqs.append(')').toString(), List.of(), count -> {});
            StringBuilder last = new StringBuilder("UPDATE coupon_stream SET last_seq = CASE stream");
            lastSeq.forEach((stream, seq) ->
                    last.append(" WHEN ").append(stream).append(" THEN ").append(seq));
            packet.update(last.append(" END WHERE stream").append(inStreams).toString(), List.of(), count -> {});
        }

        /** The first ones of each stream: numbers have no gaps, so they are known. */
        private void ask(Packet packet, int max, List<EventBatch> batches) {
            StringJoiner waiting = new StringJoiner(" OR ");
            lastSeq.forEach((stream, last) -> {
                long acked = ackedSeq.getOrDefault(stream, 0L);
                if (last > acked) {
                    waiting.add("stream = " + stream + " AND seq BETWEEN " + (acked + 1) + " AND " + (acked + max));
                }
            });
            if (waiting.length() > 0) {
                packet.query(
                        "SELECT stream, seq, payload FROM coupon_outbox WHERE " + waiting + " ORDER BY stream, seq",
                        List.of(),
                        row -> batches.add(
                                new EventBatch(row.getInt(1), row.getLong(2), EventCodec.decode(row.getBytes(3)))));
            }
        }

        private static String in(Collection<Integer> streams) {
            return streams.stream().map(String::valueOf).collect(Collectors.joining(",", "(", ")"));
        }
    }
}
