package com.couponengine.kafka;

import com.couponengine.core.event.EventBatch;
import com.couponengine.kafka.server.KafkaServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A topic of a test's own, and looks at it that go around this library. */
record KafkaTopic(KafkaServer server, String name, int partitions) {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Duration CALL_LIMIT = Duration.ofSeconds(20);

    /** A record as it lies in the topic. */
    record Stored(int partition, String key, List<EventBatch> batches) {}

    static KafkaTopic create(KafkaServer server, int partitions) {
        String name = "it-" + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet();
        server.createTopic(name, partitions);
        return new KafkaTopic(server, name, partitions);
    }

    KafkaSettings settings(Duration callLimit) {
        return KafkaSettings.builder()
                .bootstrapServers(server.bootstrapServers())
                .topic(name)
                .callLimit(callLimit)
                .build();
    }

    KafkaSettings settings() {
        return settings(CALL_LIMIT);
    }

    /** All records, partition by partition in their order. */
    List<Stored> records() {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", server.bootstrapServers(), "enable.auto.commit", false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> all = all();
            consumer.assign(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all, CALL_LIMIT);
            consumer.seekToBeginning(all);
            List<Stored> records = new ArrayList<>();
            while (all.stream().anyMatch(partition -> consumer.position(partition, CALL_LIMIT) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(100))
                        .forEach(record -> records.add(new Stored(
                                record.partition(),
                                new String(record.key(), StandardCharsets.UTF_8),
                                EventJson.read(record.value()))));
            }
            return records;
        }
    }

    /** The batches of a stream in the order in which they lie in the topic, repeats included. */
    List<EventBatch> batches(int stream) {
        List<EventBatch> batches = new ArrayList<>();
        for (Stored record : records()) {
            record.batches().stream().filter(batch -> batch.stream() == stream).forEach(batches::add);
        }
        return batches;
    }

    /** How many records the group has committed, over all partitions. */
    long committed(String groupId) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", server.bootstrapServers()))) {
            Map<TopicPartition, Long> offsets = new HashMap<>();
            admin.listConsumerGroupOffsets(groupId)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .forEach((partition, offset) -> {
                        if (offset != null && partition.topic().equals(name)) {
                            offsets.put(partition, offset.offset());
                        }
                    });
            return offsets.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private List<TopicPartition> all() {
        List<TopicPartition> all = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            all.add(new TopicPartition(name, partition));
        }
        return all;
    }
}
