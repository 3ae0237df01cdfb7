package com.couponengine.jdbc.internal.outbox;

import com.couponengine.core.event.CouponEvent;
import com.couponengine.jdbc.internal.db.Tx;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Puts events into the outbox, in the transaction of their changes. */
public final class OutboxRows {
    /** Events in one row; a change of more takes several rows. */
    public static final int EVENTS_PER_ROW = 2_000;

    private OutboxRows() {}

    /** Stores the events of one transaction, by stream, in their order. */
    public static void append(Tx tx, SortedMap<Integer, List<CouponEvent>> byStream) throws SQLException {
        try (PreparedStatement insert =
                tx.connection().prepareStatement("INSERT INTO coupon_outbox (stream, payload) VALUES (?, ?)")) {
            for (Map.Entry<Integer, List<CouponEvent>> entry : byStream.entrySet()) {
                List<CouponEvent> events = entry.getValue();
                for (int from = 0; from < events.size(); from += EVENTS_PER_ROW) {
                    List<CouponEvent> part = events.subList(from, Math.min(events.size(), from + EVENTS_PER_ROW));
                    insert.setInt(1, entry.getKey());
                    insert.setBytes(2, EventCodec.encode(part));
                    insert.addBatch();
                }
            }
            insert.executeBatch();
        }
    }
}
