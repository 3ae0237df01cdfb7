package com.couponengine.kafka;

import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventPublisher;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes events to a Kafka topic: idempotent producer, acknowledged by all in-sync replicas, within the call limit. A
 * stream always goes to the partition {@code stream mod partitions}, and a record is sent only when the one before it is
 * safe, so that consumers see a stream's batches in order and can tell repeats by their number. Several batches share a
 * record. Thread-safe.
 */
public final class KafkaEventPublisher implements EventPublisher, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KafkaEventPublisher.class);
    private static final int EVENTS_PER_RECORD = 1_000;

    private final SafeProducer producer;

    /**
     * Opens a producer. Does not need the brokers to be up.
     *
     * @throws com.couponengine.core.error.ConfigurationException if Kafka's client refuses the settings
     */
    public KafkaEventPublisher(KafkaSettings settings) {
        producer = new SafeProducer(settings);
    }

    /**
     * Asks the brokers for the topic. Meant for the start of the host; a publisher works without it. Ends within the call
     * limit.
     *
     * @throws StoreUnavailableException if no broker answers or there is no such topic
     */
    public void check() {
        try {
            producer.partitions();
        } catch (KafkaException e) {
            throw new StoreUnavailableException("ask for the topic", e);
        }
    }

    @Override
    public int publish(List<EventBatch> batches) {
        int safe = 0;
        while (safe < batches.size()) {
            List<EventBatch> record = record(batches, safe);
            try {
                int stream = record.get(0).stream();
                byte[] key = Integer.toString(stream).getBytes(StandardCharsets.UTF_8);
                producer.send(stream % producer.partitions(), key, EventJson.write(record));
            } catch (KafkaException e) {
                log.warn(
                        "events wait from stream {}, batch {} on: {}",
                        record.get(0).stream(),
                        record.get(0).seq(),
                        e.getMessage());
                return safe;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return safe;
            }
            safe += record.size();
        }
        return safe;
    }

    /** As many batches from the first on as suit one record, at least one. */
    private static List<EventBatch> record(List<EventBatch> batches, int first) {
        List<EventBatch> record = new ArrayList<>();
        int events = 0;
        for (int i = first; i < batches.size(); i++) {
            events += batches.get(i).events().size();
            if (!record.isEmpty() && events > EVENTS_PER_RECORD) {
                break;
            }
            record.add(batches.get(i));
        }
        return record;
    }

    /** Closes the producer, within the call limit. */
    @Override
    public void close() {
        producer.close();
    }
}
