package com.couponengine.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.Outbox;
import com.couponengine.core.store.Shards;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Takes events out of an outbox, remembers them, and sees that the numbers of each stream run without gaps. */
final class EventsSeen {
    private static final int PAGE = 200;

    private final List<CouponEvent> events = new ArrayList<>();
    private final long[] lastSeq = new long[Shards.STREAMS];

    void drain(Outbox outbox) {
        for (int source = 0; source < outbox.sources(); source++) {
            List<EventBatch> page = outbox.next(source, Map.of(), PAGE);
            while (!page.isEmpty()) {
                page = outbox.next(source, note(page), PAGE);
            }
        }
    }

    static List<EventBatch> unpublished(Outbox outbox, int stream, int max) {
        return outbox.next(source(outbox, stream), Map.of(), max).stream()
                .filter(batch -> batch.stream() == stream)
                .toList();
    }

    List<EventBatch> drain(Outbox outbox, int stream) {
        List<EventBatch> drained = new ArrayList<>();
        List<EventBatch> page = unpublished(outbox, stream, PAGE);
        while (!page.isEmpty()) {
            drained.addAll(page);
            acknowledge(outbox, page);
            page = unpublished(outbox, stream, PAGE);
        }
        return drained;
    }

    void acknowledge(Outbox outbox, List<EventBatch> batches) {
        Map<Integer, Long> safe = note(batches);
        outbox.next(source(outbox, batches.get(0).stream()), safe, 1);
    }

    private static int source(Outbox outbox, int stream) {
        return new Shards(outbox.sources()).sourceOf(stream * Shards.TABLES_PER_STREAM);
    }

    private Map<Integer, Long> note(List<EventBatch> batches) {
        Map<Integer, Long> safe = new TreeMap<>();
        for (EventBatch batch : batches) {
            assertThat(batch.seq()).as("number of %s", batch).isEqualTo(++lastSeq[batch.stream()]);
            assertThat(batch.events())
                    .isNotEmpty()
                    .allSatisfy(event -> assertThat(Shards.streamOf(event.code().table()))
                            .as("stream of %s", event)
                            .isEqualTo(batch.stream()));
            events.addAll(batch.events());
            safe.put(batch.stream(), batch.seq());
        }
        return safe;
    }

    /** What was seen of each coupon, in order. */
    Map<CouponCode, List<CouponEvent>> byCoupon() {
        Map<CouponCode, List<CouponEvent>> byCoupon = new LinkedHashMap<>();
        for (CouponEvent event : events) {
            byCoupon.computeIfAbsent(event.code(), code -> new ArrayList<>()).add(event);
        }
        return byCoupon;
    }
}
