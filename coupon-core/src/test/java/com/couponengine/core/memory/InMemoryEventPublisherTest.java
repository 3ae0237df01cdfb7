package com.couponengine.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.contract.EventPublisherContract;
import com.couponengine.core.contract.PublisherFixture;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventPublisher;
import com.couponengine.core.event.EventType;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class InMemoryEventPublisherTest extends EventPublisherContract {

    @Override
    protected PublisherFixture open() {
        InMemoryEventPublisher publisher = new InMemoryEventPublisher();
        return new PublisherFixture() {
            @Override
            public EventPublisher publisher() {
                return publisher;
            }

            @Override
            public List<EventBatch> visible(int stream) {
                return publisher.batches(stream);
            }

            @Override
            public void close() {
                // nothing is left behind
            }
        };
    }

    private static List<EventBatch> batches(int count) {
        CouponEvent event = new CouponEvent(
                EventType.ISSUED,
                new CouponCodes().next(64),
                64,
                1,
                ZoneId.of("UTC"),
                Instant.EPOCH,
                null,
                0,
                null,
                null,
                null,
                null,
                null);
        return LongStream.rangeClosed(1, count)
                .mapToObj(seq -> new EventBatch(0, seq, List.of(event)))
                .toList();
    }

    @Test
    void itFailsWhenToldToAfterSoManyBatches() {
        InMemoryEventPublisher publisher = new InMemoryEventPublisher();
        List<EventBatch> batches = batches(5);
        publisher.failAfter(3);

        assertThat(publisher.publish(batches.subList(0, 2))).isEqualTo(2);
        assertThat(publisher.publish(batches.subList(2, 5))).isEqualTo(1);
        assertThat(publisher.publish(batches.subList(3, 5))).isZero();
        assertThat(publisher.batches()).isEqualTo(batches.subList(0, 3));

        publisher.recover();
        assertThat(publisher.publish(batches.subList(3, 5))).isEqualTo(2);
        assertThat(publisher.batches()).isEqualTo(batches);
        assertThat(publisher.events()).hasSize(5);
    }

    @Test
    void itLosesAnswersWhenToldTo() {
        InMemoryEventPublisher publisher = new InMemoryEventPublisher();
        List<EventBatch> batches = batches(2);
        publisher.loseAnswers();

        assertThat(publisher.publish(batches)).isZero();
        assertThat(publisher.batches()).isEqualTo(batches);
    }
}
