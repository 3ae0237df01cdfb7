package com.couponengine.kafka;

import com.couponengine.core.contract.EventPublisherContract;
import com.couponengine.core.contract.PublisherFixture;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventPublisher;
import com.couponengine.kafka.server.KafkaServer;
import java.util.List;
import org.junit.jupiter.api.Timeout;

/** The port's contract on a real broker, with fewer partitions than streams. */
@Timeout(180)
class KafkaEventPublisherContractIT extends EventPublisherContract {
    @Override
    protected PublisherFixture open() {
        KafkaTopic topic = KafkaTopic.create(KafkaServer.shared(), 3);
        KafkaEventPublisher publisher = new KafkaEventPublisher(topic.settings());
        return new PublisherFixture() {
            @Override
            public EventPublisher publisher() {
                return publisher;
            }

            @Override
            public List<EventBatch> visible(int stream) {
                return topic.batches(stream);
            }

            @Override
            public void close() {
                publisher.close();
            }
        };
    }
}
