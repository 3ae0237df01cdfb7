package com.couponengine.kafka;

import com.couponengine.core.error.Mistakes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads records, has them handled, and commits their offsets only then. When handling fails, the same records come again
 * after a pause. One thread of its own.
 */
final class ConsumerLoop implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ConsumerLoop.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final long PAUSE_MILLIS = 200;
    private static final long PAUSE_MILLIS_MAX = 10_000;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Consumer<List<byte[]>> handler;
    private final Duration callLimit;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);

    /** @param recordsMax how many records are handled at once */
    ConsumerLoop(String name, KafkaSettings settings, String groupId, int recordsMax, Consumer<List<byte[]>> handler) {
        new Mistakes()
                .require(settings != null, "settings", settings, "must be given")
                .require(groupId != null && !groupId.isBlank(), "groupId", groupId, "must be given")
                .throwIfAny();
        this.handler = handler;
        this.callLimit = settings.callLimit();
        try {
            consumer = new KafkaConsumer<>(
                    settings.with(Map.of(
                            "group.id",
                            groupId,
                            "enable.auto.commit",
                            false,
                            "auto.offset.reset",
                            "earliest",
                            "isolation.level",
                            "read_committed",
                            "max.poll.records",
                            recordsMax,
                            "default.api.timeout.ms",
                            (int) callLimit.toMillis(),
                            "request.timeout.ms",
                            (int) Math.max(50, callLimit.toMillis() / 2))),
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer());
        } catch (ConfigException e) {
            throw KafkaSettings.wrong(e);
        } catch (KafkaException e) {
            throw e.getCause() instanceof ConfigException cause ? KafkaSettings.wrong(cause) : e;
        }
        consumer.subscribe(List.of(settings.topic()));
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long pause = PAUSE_MILLIS;
        try {
            while (closing.getCount() > 0) {
                try {
                    ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                    if (!records.isEmpty()) {
                        handle(records);
                        pause = PAUSE_MILLIS;
                    }
                } catch (WakeupException | InterruptException e) {
                    break;
                } catch (KafkaException e) {
                    log.warn("{}: Kafka failed, trying again: {}", thread.getName(), e.getMessage());
                    pause = pause(pause);
                } catch (RuntimeException e) {
                    log.warn("{}: records could not be handled, they come again", thread.getName(), e);
                    pause = pause(pause);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(callLimit));
        }
    }

    /** All partitions at once; if a record cannot be read, each by itself, so that only its own partition stops. */
    private void handle(ConsumerRecords<byte[], byte[]> records) {
        Set<TopicPartition> open = new HashSet<>(records.partitions());
        try {
            handle(records, records.partitions(), open);
        } catch (WireFormatException e) {
            WireFormatException unreadable = e;
            for (TopicPartition partition : records.partitions()) {
                try {
                    handle(records, Set.of(partition), open);
                } catch (WireFormatException ofPartition) {
                    unreadable = ofPartition;
                }
            }
            throw unreadable;
        } finally {
            open.forEach(partition ->
                    consumer.seek(partition, records.records(partition).get(0).offset()));
        }
    }

    /** Handles and commits what is of these partitions, and takes them from those that are open. */
    private void handle(
            ConsumerRecords<byte[], byte[]> records, Set<TopicPartition> partitions, Set<TopicPartition> open) {
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        List<byte[]> values = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            List<ConsumerRecord<byte[], byte[]>> ofPartition = records.records(partition);
            ofPartition.forEach(record -> values.add(record.value()));
            next.put(
                    partition,
                    new OffsetAndMetadata(
                            ofPartition.get(ofPartition.size() - 1).offset() + 1));
        }
        handler.accept(values);
        open.removeAll(partitions);
        consumer.commitSync(next, callLimit);
    }

    private long pause(long millis) throws InterruptedException {
        closing.await(millis, TimeUnit.MILLISECONDS);
        return Math.min(2 * millis, PAUSE_MILLIS_MAX);
    }

    /** Lets the records under way be handled, and leaves the group. */
    @Override
    public void close() {
        closing.countDown();
        consumer.wakeup();
        try {
            thread.join(4 * callLimit.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
