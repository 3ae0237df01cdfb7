package com.couponengine.jdbc.internal.outbox;

import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.store.Shards;
import com.couponengine.jdbc.internal.db.Packet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;

/** Puts events into the outbox, in the transaction of their changes. */
public final class OutboxRows {
    /** Events in one row; a change of more takes several rows. */
    private static final int EVENTS_PER_ROW = 2_000;

    private OutboxRows() {}

    /** Adds the events of one transaction to a packet; those of a stream keep their order. */
    public static void add(Packet packet, Collection<CouponEvent> events) {
        List<Object> values = new ArrayList<>();
        forEach(events, (payload, stream) -> {
            values.add(stream);
            values.add(payload);
        });
        packet.insert("coupon_outbox", List.of("stream", "payload"), values);
    }

    /** Hands out the rows of the events of one transaction, as payload and stream, sorted by stream. */
    public static void forEach(Collection<CouponEvent> events, ObjIntConsumer<byte[]> row) {
        SortedMap<Integer, List<CouponEvent>> byStream = new TreeMap<>();
        for (CouponEvent event : events) {
            int stream = Shards.streamOf(event.code().table());
            byStream.computeIfAbsent(stream, s -> new ArrayList<>()).add(event);
        }
        byStream.forEach((stream, ofStream) -> {
            for (int from = 0; from < ofStream.size(); from += EVENTS_PER_ROW) {
                int to = Math.min(ofStream.size(), from + EVENTS_PER_ROW);
                row.accept(EventCodec.encode(ofStream.subList(from, to)), stream);
            }
        });
    }
}
