package com.couponengine.kafka.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class KafkaServerIT {
    private static final Duration SOON = Duration.ofSeconds(20);

    @Test
    void recordsAndGroupOffsetsOutliveAKill() throws Exception {
        try (KafkaServer server = KafkaServer.start()) {
            server.createTopic("survivors", 3);
            try (Producer<String, String> producer = producer(server, Duration.ofSeconds(10))) {
                send(producer, "survivors", "before the kill");
                assertThat(read(server, "survivors", 1)).containsExactly("before the kill");

                server.killNine();
                assertThat(server.isAlive()).isFalse();
                server.restart();

                send(producer, "survivors", "after the restart");
            }
            assertThat(read(server, "survivors", 1)).containsExactly("after the restart");
        }
    }

    @Test
    void aFrozenServerAnswersNothingAndGoesOnWhenWoken() throws Exception {
        try (KafkaServer server = KafkaServer.start()) {
            server.createTopic("frozen", 1);
            try (Producer<String, String> patient = producer(server, Duration.ofSeconds(10));
                    Producer<String, String> hasty = producer(server, Duration.ofMillis(300))) {
                send(patient, "frozen", "awake");
                send(hasty, "frozen", "still awake");

                server.pause();
                assertThatThrownBy(() -> send(hasty, "frozen", "nobody answers"))
                        .hasCauseInstanceOf(org.apache.kafka.common.errors.TimeoutException.class);
                server.resume();

                send(patient, "frozen", "awake again");
            }
            assertThat(read(server, "frozen", 3)).contains("awake", "still awake", "awake again");
        }
    }

    @Test
    void aTopicIsMadeOnlyOnPurposeAndOnlyOnce() {
        KafkaServer server = KafkaServer.shared();
        String topic = "topic-" + System.nanoTime();
        try (Producer<String, String> producer = producer(server, Duration.ofMillis(500))) {
            assertThatThrownBy(() -> send(producer, topic, "nobody made the topic"))
                    .hasCauseInstanceOf(org.apache.kafka.common.errors.TimeoutException.class);
        }
        server.createTopic(topic, 2);
        assertThatThrownBy(() -> server.createTopic(topic, 2)).hasMessageContaining(topic);
        assertThat(KafkaServer.shared()).isSameAs(server);
    }

    private static void send(Producer<String, String> producer, String topic, String value) throws Exception {
        producer.send(new ProducerRecord<>(topic, value)).get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    private static Producer<String, String> producer(KafkaServer server, Duration limit) {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        server.bootstrapServers(),
                        ProducerConfig.LINGER_MS_CONFIG,
                        0,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        (int) limit.toMillis(),
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        (int) limit.toMillis(),
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        limit.toMillis()),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Reads on from where the group stopped, until there are enough, and commits. */
    private static List<String> read(KafkaServer server, String topic, int atLeast) {
        try (Consumer<String, String> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        server.bootstrapServers(),
                        ConsumerConfig.GROUP_ID_CONFIG,
                        "readers",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            List<String> values = new ArrayList<>();
            long end = System.nanoTime() + SOON.toNanos();
            while (values.size() < atLeast && System.nanoTime() - end < 0) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
            consumer.commitSync();
            return values;
        }
    }
}
