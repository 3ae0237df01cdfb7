package com.couponengine.kafka;

import com.couponengine.core.error.Mistakes;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** An idempotent producer that waits for all replicas, record by record, within a stated time. Thread-safe. */
final class SafeProducer implements AutoCloseable {
    private static final int REQUEST_BYTES_MAX = 16 * 1024 * 1024;

    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;
    private final Duration callLimit;

    SafeProducer(KafkaSettings settings) {
        Mistakes.given("settings", settings);
        this.topic = settings.topic();
        this.callLimit = settings.callLimit();
        int limit = (int) callLimit.toMillis();
        try {
            producer = new KafkaProducer<>(
                    settings.with(Map.of(
                            "acks",
                            "all",
                            "enable.idempotence",
                            true,
                            "compression.type",
                            "lz4",
                            "linger.ms",
                            0,
                            "max.request.size",
                            REQUEST_BYTES_MAX,
                            "max.block.ms",
                            (long) limit,
                            "delivery.timeout.ms",
                            limit,
                            "request.timeout.ms",
                            Math.max(50, limit / 2))),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());
        } catch (ConfigException e) {
            throw KafkaSettings.wrong(e);
        } catch (KafkaException e) {
            throw e.getCause() instanceof ConfigException cause ? KafkaSettings.wrong(cause) : e;
        }
    }

    /** @throws KafkaException if the topic's partitions cannot be learnt in time */
    int partitions() {
        return producer.partitionsFor(topic).size();
    }

    /**
     * Sends a record and waits until it is safe.
     *
     * @throws KafkaException if it may not be
     */
    void send(int partition, byte[] key, byte[] value) throws InterruptedException {
        try {
            producer.send(new ProducerRecord<>(topic, partition, key, value))
                    .get(2 * callLimit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("not known to be safe: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        producer.close(callLimit);
    }
}
