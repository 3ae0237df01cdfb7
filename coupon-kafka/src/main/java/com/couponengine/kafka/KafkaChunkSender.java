package com.couponengine.kafka;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.massissue.ChunkSender;
import com.couponengine.core.massissue.MassIssueChunk;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.KafkaException;

/** Sends the chunks of mass issues to a Kafka topic, spread over its partitions. Thread-safe. */
public final class KafkaChunkSender implements ChunkSender, AutoCloseable {
    private final SafeProducer producer;

    /**
     * Opens a producer. Does not need the brokers to be up.
     *
     * @throws com.couponengine.core.error.ConfigurationException if Kafka's client refuses the settings
     */
    public KafkaChunkSender(KafkaSettings settings) {
        producer = new SafeProducer(settings);
    }

    @Override
    public void send(MassIssueChunk chunk) {
        Mistakes.given("chunk", chunk);
        String what = "job " + chunk.jobId() + ", chunk " + chunk.number();
        int partitions;
        try {
            partitions = producer.partitions();
        } catch (KafkaException e) {
            throw new StoreUnavailableException(what, e);
        }
        try {
            byte[] key = (chunk.jobId() + ":" + chunk.number()).getBytes(StandardCharsets.UTF_8);
            producer.send((int) (chunk.number() % partitions), key, ChunkJson.write(chunk));
        } catch (KafkaException e) {
            throw new OutcomeUnknownException(what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OutcomeUnknownException(what, e);
        }
    }

    /** Closes the producer, within the call limit. */
    @Override
    public void close() {
        producer.close();
    }
}
