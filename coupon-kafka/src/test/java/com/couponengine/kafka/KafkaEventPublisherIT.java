package com.couponengine.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.contract.Race;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.store.Shards;
import com.couponengine.kafka.server.KafkaServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class KafkaEventPublisherIT {
    private static final Duration SHORT = Duration.ofSeconds(2);
    /** For the scheduling of a busy machine; far below the minutes that a client left to itself waits. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    @Test
    void aStreamLiesInOnePartitionInTheOrderOfItsNumbersWhileOthersArePublished() {
        KafkaTopic topic = KafkaTopic.create(KafkaServer.shared(), 3);
        try (KafkaEventPublisher publisher = new KafkaEventPublisher(topic.settings())) {
            Race.run(Shards.STREAMS, stream -> {
                for (int call = 0; call < 20; call++) {
                    assertThat(publisher.publish(Batches.of(stream, 1 + call * 5L, 5, 2)))
                            .isEqualTo(5);
                }
                return stream;
            });
        }

        for (int stream = 0; stream < Shards.STREAMS; stream++) {
            List<EventBatch> expected = new ArrayList<>();
            for (int call = 0; call < 20; call++) {
                expected.addAll(Batches.of(stream, 1 + call * 5L, 5, 2));
            }
            assertThat(topic.batches(stream)).as("stream %d", stream).isEqualTo(expected);
        }
        assertThat(topic.records()).allSatisfy(record -> {
            int stream = record.batches().get(0).stream();
            assertThat(record.partition()).isEqualTo(stream % 3);
            assertThat(record.key()).isEqualTo(Integer.toString(stream));
        });
    }

    @Test
    void smallBatchesShareARecordAndLargeOnesHaveTheirOwn() {
        KafkaTopic topic = KafkaTopic.create(KafkaServer.shared(), 1);
        try (KafkaEventPublisher publisher = new KafkaEventPublisher(topic.settings())) {
            assertThat(publisher.publish(Batches.of(0, 1, 200, 1))).isEqualTo(200);
            assertThat(topic.records()).hasSize(1);
            assertThat(publisher.publish(Batches.of(0, 201, 3, 900))).isEqualTo(3);
            assertThat(topic.records()).hasSize(4);
        }
        assertThat(topic.batches(0)).extracting(EventBatch::seq).isSorted().hasSize(203);
    }

    @Test
    void theLargestTransactionThatAnEngineCanBeSetToFits() {
        KafkaTopic topic = KafkaTopic.create(KafkaServer.shared(), 1);
        List<EventBatch> largest = Batches.of(0, 1, 1, 10_000);
        try (KafkaEventPublisher publisher = new KafkaEventPublisher(topic.settings())) {
            assertThat(publisher.publish(largest)).isEqualTo(1);
        }
        assertThat(topic.batches(0)).isEqualTo(largest);
    }

    @Test
    void aCheckTellsInTimeWhetherTheBrokersAnswerAboutTheTopic() {
        try (KafkaServer server = KafkaServer.start()) {
            KafkaTopic topic = KafkaTopic.create(server, 1);
            try (KafkaEventPublisher publisher = new KafkaEventPublisher(topic.settings())) {
                publisher.check();
            }
            server.killNine();
            try (KafkaEventPublisher publisher = new KafkaEventPublisher(topic.settings(SHORT))) {
                long start = System.nanoTime();
                assertThatThrownBy(publisher::check)
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining(topic.name());
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SHORT.plus(SLACK));
            }
        }
    }

    // B92
    @Test
    void whileTheBrokerIsDeadAnAnswerComesInTimeAndAfterwardsTheRestGoesOnInOrder() {
        try (KafkaServer server = KafkaServer.start()) {
            KafkaTopic topic = KafkaTopic.create(server, 2);
            try (KafkaEventPublisher publisher = new KafkaEventPublisher(topic.settings(SHORT))) {
                List<EventBatch> batches = Batches.of(3, 1, 6, 600);
                assertThat(publisher.publish(batches.subList(0, 2))).isEqualTo(2);

                server.killNine();
                assertThat(inTime(publisher, batches.subList(2, 5))).isZero();
                assertThat(inTime(publisher, batches.subList(2, 5))).isZero();
                server.restart();

                assertThat(publishAll(publisher, batches, 2)).isEqualTo(6);
                assertThat(firsts(topic.batches(3))).isEqualTo(batches);
            }
        }
    }

    // B92
    @Test
    void aHostStartsWhileTheBrokerIsAwayAndPublishesWhenItComes() {
        try (KafkaServer server = KafkaServer.start()) {
            KafkaTopic topic = KafkaTopic.create(server, 1);
            server.killNine();
            try (KafkaEventPublisher publisher = new KafkaEventPublisher(topic.settings(SHORT))) {
                List<EventBatch> batches = Batches.of(0, 1, 3, 1);
                assertThat(inTime(publisher, batches)).isZero();
                server.restart();
                assertThat(publishAll(publisher, batches, 0)).isEqualTo(3);
                assertThat(firsts(topic.batches(0))).isEqualTo(batches);
            }
        }
    }

    @Test
    void whatWasSentToAFrozenBrokerIsHandedInAgainAndToldApartByItsNumber() {
        try (KafkaServer server = KafkaServer.start()) {
            KafkaTopic topic = KafkaTopic.create(server, 2);
            try (KafkaEventPublisher publisher = new KafkaEventPublisher(topic.settings(SHORT))) {
                List<EventBatch> batches = Batches.of(5, 1, 6, 600);
                assertThat(publisher.publish(batches.subList(0, 2))).isEqualTo(2);

                server.pause();
                assertThat(inTime(publisher, batches.subList(2, 4))).isZero();
                server.resume();

                assertThat(publishAll(publisher, batches, 2)).isEqualTo(6);
                assertThat(firsts(topic.batches(5))).isEqualTo(batches);
            }
        }
    }

    private static int inTime(KafkaEventPublisher publisher, List<EventBatch> batches) {
        long start = System.nanoTime();
        int safe = publisher.publish(batches);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SHORT.plus(SLACK));
        return safe;
    }

    /** As the relay does it: again and again from the first batch that is not safe. */
    private static int publishAll(KafkaEventPublisher publisher, List<EventBatch> batches, int safe) {
        int done = safe;
        for (int attempt = 0; attempt < 20 && done < batches.size(); attempt++) {
            done += publisher.publish(batches.subList(done, batches.size()));
        }
        return done;
    }

    /** What a consumer keeps: batches with a number above the last one. Fails when one is missing. */
    private static List<EventBatch> firsts(List<EventBatch> stored) {
        List<EventBatch> firsts = new ArrayList<>();
        for (EventBatch batch : stored) {
            if (batch.seq() > firsts.size()) {
                assertThat(batch.seq()).isEqualTo(firsts.size() + 1L);
                firsts.add(batch);
            }
        }
        return firsts;
    }
}
