package com.couponengine.kafka;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventConsumer;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the events that {@link KafkaEventPublisher} wrote, hands them to a consumer, and commits offsets only when it has
 * handled them: at least once, in order per stream. When the consumer throws, the same batches come again after a pause.
 * A record that cannot be read (of a newer version, or not of this library) stops its partition, loudly, until a reader
 * that understands it is started: nothing is skipped.
 */
public final class KafkaEventConsumer implements AutoCloseable {
    private static final int RECORDS_MAX = 200;

    private final ConsumerLoop loop;

    /**
     * Joins the group and starts reading, on a thread of its own.
     *
     * @param groupId one for each kind of consumer; hosts with the same id share the work
     */
    public KafkaEventConsumer(KafkaSettings settings, String groupId, EventConsumer consumer) {
        Mistakes.given("consumer", consumer);
        loop = new ConsumerLoop("coupon-events-" + groupId, settings, groupId, RECORDS_MAX, records -> {
            List<EventBatch> batches = new ArrayList<>();
            records.forEach(record -> batches.addAll(EventJson.read(record)));
            consumer.accept(batches);
        });
    }

    @Override
    public void close() {
        loop.close();
    }
}
