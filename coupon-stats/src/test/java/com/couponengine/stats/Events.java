package com.couponengine.stats;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Single events for tests. */
final class Events {
    private static final CouponCodes CODES = new CouponCodes(new Random(1));

    private Events() {}

    static EventBatch batch(int stream, long seq, CouponEvent... events) {
        return new EventBatch(stream, seq, List.of(events));
    }

    static CouponEvent event(EventType type, long templateId, String zone, String at) {
        return event(type, templateId, zone, at, null);
    }

    static CouponEvent event(EventType type, long templateId, String zone, String at, @Nullable String discount) {
        boolean ofOrder = switch (type) {
            case ISSUED, VOIDED, EXPIRED -> false;
            default -> true;
        };
        return new CouponEvent(
                type,
                CODES.next(42),
                42,
                templateId,
                ZoneId.of(zone),
                Instant.parse(at),
                ofOrder ? "order-1" : null,
                ofOrder ? 1 : 0,
                discount == null ? null : Money.of(discount, "CNY"),
                null,
                null,
                null,
                null);
    }
}
