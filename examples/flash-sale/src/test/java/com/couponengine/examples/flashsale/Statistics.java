package com.couponengine.examples.flashsale;

import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventConsumer;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.kafka.KafkaEventConsumer;
import com.couponengine.kafka.KafkaSettings;
import com.couponengine.redis.server.RedisServer;
import com.couponengine.stats.ClickHouseEvents;
import com.couponengine.stats.CouponStats;
import com.couponengine.stats.RedisCounters;
import com.couponengine.stats.server.ClickHouseServer;
import java.time.Duration;
import java.util.List;

/** The consumers of a topic: every event becomes a row in ClickHouse and is counted in Redis. */
final class Statistics implements AutoCloseable {
    private static final String TABLE = "coupon_events";

    private final ClickHouseServer server = ClickHouseServer.shared();
    private final String database = server.newDatabase();
    private final KafkaSettings topic;
    private final RedisCounters counters;
    private final ClickHouseEvents events;
    private final EventConsumer handler;
    private KafkaEventConsumer consumer;

    Statistics(KafkaSettings topic, SqlDatabase ofHost) {
        this.topic = topic;
        counters = RedisCounters.builder()
                .uri(RedisServer.shared().url())
                .keyPrefix("stats-" + RealHost.keyPrefix(ofHost))
                .build();
        events = ClickHouseEvents.builder()
                .url(server.url())
                .user(server.user(), server.password())
                .database(database)
                .table(TABLE)
                .pace(Duration.ofMillis(100))
                .build();
        events.installSchema();
        handler = counters.after(events);
        consumer = consume(handler);
    }

    private KafkaEventConsumer consume(EventConsumer by) {
        return new KafkaEventConsumer(topic, "statistics", by);
    }

    CouponStats of(RealHost host) {
        return CouponStats.of(host.repository, counters, events);
    }

    /** The host of the consumer ends after it has handled something and before that is noted; another takes over. */
    @SuppressWarnings("try") // the consumer works by being open
    void loseTheConsumerBeforeItCommits() {
        consumer.close();
        Dying dying = new Dying(handler);
        try (KafkaEventConsumer ends = consume(dying)) {
            dying.awaitDeath();
        }
        consumer = consume(handler);
    }

    /** A number that ClickHouse answers about the rows of a template, repeats taken out. */
    long ask(String expression, long templateId) {
        return Long.parseLong(server.execute("SELECT %s FROM %s.%s FINAL WHERE template_id = %d"
                .formatted(expression, database, TABLE, templateId)));
    }

    @Override
    public void close() {
        consumer.close();
        counters.close();
        events.close();
    }

    private static final class Dying implements EventConsumer {
        private final EventConsumer handler;
        private boolean dead;

        Dying(EventConsumer handler) {
            this.handler = handler;
        }

        @Override
        public synchronized void accept(List<EventBatch> batches) {
            handler.accept(batches);
            dead = true;
            notifyAll();
            throw new IllegalStateException("the host ends here");
        }

        synchronized void awaitDeath() {
            try {
                while (!dead) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
