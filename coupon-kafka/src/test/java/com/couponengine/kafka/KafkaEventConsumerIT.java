package com.couponengine.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventConsumer;
import com.couponengine.core.store.Shards;
import com.couponengine.kafka.server.KafkaServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
@SuppressWarnings("try") // a consumer works by being open
class KafkaEventConsumerIT {
    private static final String GROUP = "counters";
    private static final Duration SOON = Duration.ofSeconds(60);

    private final KafkaTopic topic = KafkaTopic.create(KafkaServer.shared(), 2);
    private final KafkaEventPublisher publisher = new KafkaEventPublisher(topic.settings());

    @AfterEach
    void close() {
        publisher.close();
    }

    // B90
    @Test
    void nothingIsCommittedBeforeTheHandlerHasReturned() throws Exception {
        publish(Batches.of(0, 1, 3, 1));
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Seen seen = new Seen();
        try (KafkaEventConsumer consumer = consumer(batches -> {
            entered.countDown();
            awaitQuietly(leave);
            seen.accept(batches);
        })) {
            assertThat(entered.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(topic.committed(GROUP)).isZero();
            leave.countDown();
            await().atMost(SOON).until(() -> topic.committed(GROUP) == 1);
        }
        assertThat(seen.of(0)).isEqualTo(Batches.of(0, 1, 3, 1));
    }

    // B90
    @Test
    void whatTheHandlerFailedAtComesAgainAndNothingIsLostOrOutOfOrder() throws Exception {
        Seen seen = new Seen();
        AtomicInteger calls = new AtomicInteger();
        try (KafkaEventConsumer consumer = consumer(batches -> {
            if (calls.incrementAndGet() <= 3) {
                throw new IllegalStateException("the server that counts is away");
            }
            seen.accept(batches);
        })) {
            for (int stream = 0; stream < Shards.STREAMS; stream++) {
                publish(Batches.of(stream, 1, 10, 1));
            }
            await().atMost(SOON).until(() -> seen.total() == 10L * Shards.STREAMS);
            await().atMost(SOON).until(() -> topic.committed(GROUP) == Shards.STREAMS);
        }
        assertThat(calls).hasValueGreaterThan(3);
        for (int stream = 0; stream < Shards.STREAMS; stream++) {
            assertThat(seen.of(stream)).as("stream %d", stream).isEqualTo(Batches.of(stream, 1, 10, 1));
        }
    }

    // B89
    @Test
    void whatWasHandledButNotCommittedComesAgainWithTheSameNumbersToTheNextOne() throws Exception {
        publish(Batches.of(0, 1, 10, 1));
        List<EventBatch> handled = new ArrayList<>();
        CountDownLatch handledOnce = new CountDownLatch(1);
        try (KafkaEventConsumer ends = consumer(batches -> {
            synchronized (handled) {
                handled.addAll(batches);
            }
            handledOnce.countDown();
            throw new IllegalStateException("the host ends between handling and committing");
        })) {
            assertThat(handledOnce.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
        assertThat(topic.committed(GROUP)).isZero();

        Seen next = new Seen();
        try (KafkaEventConsumer consumer = consumer(next)) {
            await().atMost(SOON).until(() -> next.total() == 10);
        }

        Set<Long> numbers = new LinkedHashSet<>();
        handled.forEach(batch -> numbers.add(batch.seq()));
        next.of(0).forEach(batch -> numbers.add(batch.seq()));
        assertThat(handled.size() + next.total()).isGreaterThanOrEqualTo(20);
        assertThat(numbers).as("by their numbers they are ten").hasSize(10);
    }

    @Test
    void aConsumerThatLeavesHandsItsStreamsOverWhereItStopped() throws Exception {
        Seen first = new Seen();
        Seen second = new Seen();
        try (KafkaEventConsumer stays = consumer(second)) {
            try (KafkaEventConsumer leaves = consumer(first)) {
                for (int round = 0; round < 20; round++) {
                    for (int stream = 0; stream < Shards.STREAMS; stream++) {
                        publish(Batches.of(stream, 1 + round, 1, 1));
                    }
                }
                await().atMost(SOON).until(() -> topic.committed(GROUP) >= 10L * Shards.STREAMS);
            }
            for (int stream = 0; stream < Shards.STREAMS; stream++) {
                publish(Batches.of(stream, 21, 1, 1));
            }
            await().atMost(SOON).until(() -> topic.committed(GROUP) == 21L * Shards.STREAMS);
        }
        for (int stream = 0; stream < Shards.STREAMS; stream++) {
            List<Long> numbers = new ArrayList<>();
            first.of(stream).forEach(batch -> numbers.add(batch.seq()));
            second.of(stream).forEach(batch -> numbers.add(batch.seq()));
            assertThat(new LinkedHashSet<>(numbers)).as("stream %d", stream).hasSize(21);
            assertThat(first.of(stream)).extracting(EventBatch::seq).isSorted();
            assertThat(second.of(stream)).extracting(EventBatch::seq).isSorted();
        }
    }

    @Test
    void aRecordThatCannotBeReadStopsItsPartitionAndNoOther() throws Exception {
        publish(Batches.of(0, 1, 1, 1));
        sendRaw(0, "{\"version\":2,\"whatever\":\"a later release writes\"}");
        publish(Batches.of(0, 2, 1, 1));
        publish(Batches.of(1, 1, 5, 1));
        Seen seen = new Seen();
        try (KafkaEventConsumer consumer = consumer(seen)) {
            await().atMost(SOON).until(() -> seen.of(1).size() == 5);
            publish(Batches.of(1, 6, 1, 1));
            await().atMost(SOON).until(() -> seen.of(1).size() == 6);
        }
        assertThat(seen.of(0)).extracting(EventBatch::seq).doesNotContain(2L);
        assertThat(topic.committed(GROUP)).as("nothing is skipped").isLessThanOrEqualTo(1 + 2);
    }

    private KafkaEventConsumer consumer(EventConsumer handler) {
        return new KafkaEventConsumer(topic.settings(), GROUP, handler);
    }

    private void publish(List<EventBatch> batches) {
        assertThat(publisher.publish(batches)).isEqualTo(batches.size());
    }

    private void sendRaw(int partition, String value) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", topic.server().bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic.name(), partition, null, value.getBytes(StandardCharsets.UTF_8)))
                    .get(SOON.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A handler that notes what it is handed, stream by stream. */
    private static final class Seen implements EventConsumer {
        private final Map<Integer, List<EventBatch>> byStream = new ConcurrentHashMap<>();

        @Override
        public synchronized void accept(List<EventBatch> batches) {
            batches.forEach(batch -> byStream.computeIfAbsent(batch.stream(), stream -> new ArrayList<>())
                    .add(batch));
        }

        synchronized List<EventBatch> of(int stream) {
            return List.copyOf(byStream.getOrDefault(stream, List.of()));
        }

        synchronized long total() {
            return byStream.values().stream().mapToLong(List::size).sum();
        }
    }
}
