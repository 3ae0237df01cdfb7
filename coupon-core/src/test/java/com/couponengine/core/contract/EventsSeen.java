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

/** Takes events out of an outbox, remembers them, and sees that the numbers of each stream run without gaps. */
final class EventsSeen {
    private static final int PAGE = 200;

    private final List<CouponEvent> events = new ArrayList<>();
    private final long[] lastSeq = new long[Shards.STREAMS];

    void drain(Outbox outbox) {
        for (int stream = 0; stream < outbox.streams(); stream++) {
            drain(outbox, stream);
        }
    }

    List<EventBatch> drain(Outbox outbox, int stream) {
        List<EventBatch> drained = new ArrayList<>();
        List<EventBatch> page = outbox.unpublished(stream, PAGE);
        while (!page.isEmpty()) {
            drained.addAll(page);
            acknowledge(outbox, page);
            page = outbox.unpublished(stream, PAGE);
        }
        return drained;
    }

    void acknowledge(Outbox outbox, List<EventBatch> batches) {
        for (EventBatch batch : batches) {
            assertThat(batch.seq()).as("number of %s", batch).isEqualTo(++lastSeq[batch.stream()]);
            assertThat(batch.events())
                    .isNotEmpty()
                    .allSatisfy(event -> assertThat(Shards.streamOf(event.code().table()))
                            .as("stream of %s", event)
                            .isEqualTo(batch.stream()));
            events.addAll(batch.events());
        }
        EventBatch last = batches.get(batches.size() - 1);
        outbox.acknowledge(last.stream(), last.seq());
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
