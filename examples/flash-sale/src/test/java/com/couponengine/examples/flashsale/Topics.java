package com.couponengine.examples.flashsale;

import com.couponengine.kafka.KafkaSettings;
import com.couponengine.kafka.server.KafkaServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Topics that no other test has. */
final class Topics {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private Topics() {}

    static String create(String what, int partitions) {
        String name = what + "-" + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet();
        KafkaServer.shared().createTopic(name, partitions);
        return name;
    }

    static KafkaSettings settings(String bootstrapServers, String topic) {
        return KafkaSettings.builder()
                .bootstrapServers(bootstrapServers)
                .topic(topic)
                .callLimit(Duration.ofSeconds(20))
                .build();
    }

    /** How many records of a topic a group has not committed yet. */
    static long lag(String groupId, String topic) throws Exception {
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", KafkaServer.shared().bootstrapServers()))) {
            Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
            admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .get(topic)
                    .partitions()
                    .forEach(partition ->
                            ends.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest()));
            Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(groupId)
                    .partitionsToOffsetAndMetadata()
                    .get();
            long lag = 0;
            for (var end : admin.listOffsets(ends).all().get().entrySet()) {
                OffsetAndMetadata done = committed.get(end.getKey());
                lag += end.getValue().offset() - (done == null ? 0 : done.offset());
            }
            return lag;
        }
    }

    static KafkaSettings settings(String topic) {
        return settings(KafkaServer.shared().bootstrapServers(), topic);
    }
}
