package com.couponengine.core.memory;

import com.couponengine.core.TimeSource;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.store.RequestKey;
import com.couponengine.core.store.Shards;
import com.couponengine.core.template.Template;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What all rooms of the repository share. It is their lock, too: every field is read and written by whoever is
 * synchronized on this object.
 */
final class InMemoryData {
    final int sources;
    final TreeMap<Long, Template> templates = new TreeMap<>();
    /** Of each published template, a counter for each data source. */
    final Map<Long, List<Counter>> counters = new HashMap<>();

    final Map<CouponCode, CouponRow> coupons = new LinkedHashMap<>();
    final Map<RequestKey, CouponRow> byRequest = new HashMap<>();
    final Map<Long, List<CouponRow>> byUser = new HashMap<>();
    final Set<CouponCode> fences = new HashSet<>();
    /** Of each user, what happened to the coupons, oldest first. */
    final Map<Long, List<CouponEvent>> ledgers = new HashMap<>();
    /** Of each stream, what is not acknowledged. */
    final List<Deque<EventBatch>> outbox = new ArrayList<>();

    private final TimeSource time;
    private final long[] lastSeq = new long[Shards.STREAMS];

    InMemoryData(TimeSource time, int sources) {
        this.time = time;
        this.sources = sources;
        for (int stream = 0; stream < Shards.STREAMS; stream++) {
            outbox.add(new ArrayDeque<>());
        }
    }

    /** The repository's clock, in whole milliseconds, as it stores them. */
    Instant now() {
        return millis(time.now());
    }

    static Instant millis(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS);
    }

    void add(CouponRow row) {
        coupons.put(row.coupon().code(), row);
        byRequest.put(new RequestKey(row.coupon().userId(), row.coupon().requestId()), row);
        rowsOf(row.coupon().userId()).add(row);
    }

    List<CouponRow> rowsOf(long userId) {
        return byUser.computeIfAbsent(userId, user -> new ArrayList<>());
    }

    /** Stores the events of one transaction: a batch for each stream. */
    void publish(List<CouponEvent> events) {
        Map<Integer, List<CouponEvent>> byStream = new TreeMap<>();
        for (CouponEvent event : events) {
            int stream = Shards.streamOf(event.code().table());
            byStream.computeIfAbsent(stream, s -> new ArrayList<>()).add(event);
        }
        byStream.forEach((stream, batch) -> outbox.get(stream).add(new EventBatch(stream, ++lastSeq[stream], batch)));
    }
}
