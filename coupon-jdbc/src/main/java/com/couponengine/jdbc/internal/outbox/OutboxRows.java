package com.couponengine.jdbc.internal.outbox;

import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.store.Shards;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Tx;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Puts events into the outbox, in the transaction of their changes. */
public final class OutboxRows {
    /** Events in one row; a change of more takes several rows. */
    public static final int EVENTS_PER_ROW = 2_000;

    private OutboxRows() {}

    /** Adds the events of one transaction to a packet; those of a stream keep their order. */
    public static void add(Packet packet, Collection<CouponEvent> events) {
        SortedMap<Integer, List<CouponEvent>> byStream = new TreeMap<>();
        for (CouponEvent event : events) {
            int stream = Shards.streamOf(event.code().table());
            byStream.computeIfAbsent(stream, s -> new ArrayList<>()).add(event);
        }
        List<Object> values = new ArrayList<>();
        byStream.forEach((stream, ofStream) -> {
            for (int from = 0; from < ofStream.size(); from += EVENTS_PER_ROW) {
                values.add(stream);
                values.add(EventCodec.encode(ofStream.subList(from, Math.min(ofStream.size(), from + EVENTS_PER_ROW))));
            }
        });
        packet.insert("coupon_outbox", "stream, payload", 2, values);
    }

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
