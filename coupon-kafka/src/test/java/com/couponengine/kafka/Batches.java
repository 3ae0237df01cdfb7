package com.couponengine.kafka;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import com.couponengine.core.store.Shards;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Events and batches as a repository makes them. */
final class Batches {
    private static final long TEMPLATE = 4_711;
    private static final Instant AT = Instant.parse("2026-03-01T00:00:00.123Z");
    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    private Batches() {}

    /** An event with every field filled. */
    static CouponEvent full(EventType type, long userId) {
        return new CouponEvent(
                type,
                code(userId),
                userId,
                TEMPLATE,
                ZONE,
                AT,
                "order \"7\" \\ é 满",
                3,
                Money.of("12.34", "CNY"),
                Money.of("287.66", "CNY"),
                "request-9",
                "客服 \"Li\" \\ é",
                "because of\nthis: 满300减50");
    }

    /** An event with nothing but what every event has. */
    static CouponEvent bare(EventType type, long userId) {
        return new CouponEvent(type, code(userId), userId, TEMPLATE, ZONE, AT, null, 0, null, null, null, null, null);
    }

    /** A use that gave a discount. */
    static CouponEvent use(long userId, Money discount) {
        return new CouponEvent(
                EventType.REDEEMED,
                code(userId),
                userId,
                TEMPLATE,
                ZONE,
                AT,
                "order-1",
                1,
                discount,
                null,
                null,
                null,
                null);
    }

    /** Batches of a stream, numbered on from the first, with so many events each. */
    static List<EventBatch> of(int stream, long firstSeq, int count, int eventsEach) {
        List<EventBatch> batches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<CouponEvent> events = new ArrayList<>();
            for (int j = 0; j < eventsEach; j++) {
                long userId = (long) stream * Shards.TABLES_PER_STREAM + 64L * (1 + (long) i * eventsEach + j);
                events.add(bare(EventType.ISSUED, userId));
            }
            batches.add(new EventBatch(stream, firstSeq + i, events));
        }
        return batches;
    }

    private static CouponCode code(long userId) {
        return new CouponCodes(new Random(userId)).next(userId);
    }
}
