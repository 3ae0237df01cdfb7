package com.couponengine.examples.flashsale;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.event.EventConsumer;
import com.couponengine.kafka.KafkaEventConsumer;
import com.couponengine.stats.ClickHouseEvents;
import com.couponengine.stats.RedisCounters;
import java.util.Objects;
import java.util.UUID;

/** Counts the sale's events from Kafka into Redis and ClickHouse, where those servers were named. */
final class LiveStatistics implements AutoCloseable {
    final RedisCounters counters;
    final ClickHouseEvents history;
    private final KafkaEventConsumer consumer;

    /** @throws OptionException if a server cannot be used */
    LiveStatistics(Servers servers) throws OptionException {
        history = OptionException.naming("--clickhouse", () -> history(servers));
        counters = RedisCounters.builder()
                .uri(Objects.requireNonNull(servers.redis))
                .build();
        EventConsumer both = counters.after(history);
        consumer = new KafkaEventConsumer(Shop.kafka(servers), "flash-sale-" + UUID.randomUUID(), both);
    }

    static boolean isPossible(Servers servers) {
        return servers.kafka != null && servers.redis != null && servers.clickHouse != null;
    }

    private static ClickHouseEvents history(Servers servers) {
        ClickHouseEvents events = ClickHouseEvents.builder()
                .url(Objects.requireNonNull(servers.clickHouse))
                .database(servers.clickHouseDatabase)
                .build();
        try {
            events.installSchema();
        } catch (CouponEngineException e) {
            events.close();
            throw e;
        }
        return events;
    }

    @Override
    public void close() {
        consumer.close();
        history.close();
        counters.close();
    }
}
