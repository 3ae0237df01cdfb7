package com.couponengine.stats;

import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.event.EventBatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Spaces out small inserts of a stream. Thread-safe. */
final class InsertPace {
    /** An insert of so many rows need not wait. */
    private static final int ROWS_ENOUGH = 1_000;

    private final long paceNanos;
    private final Map<Integer, Long> lastInsert = new ConcurrentHashMap<>();

    InsertPace(Duration pace) {
        this.paceNanos = pace.toNanos();
    }

    /** Waits until the batches may be inserted. */
    void await(List<EventBatch> batches, int rows) {
        if (rows >= ROWS_ENOUGH) {
            return;
        }
        long now = System.nanoTime();
        long wait = batches.stream()
                .map(EventBatch::stream)
                .distinct()
                .mapToLong(stream -> {
                    Long last = lastInsert.get(stream);
                    return last == null ? 0 : last + paceNanos - now;
                })
                .max()
                .orElse(0);
        try {
            TimeUnit.NANOSECONDS.sleep(wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted before an insert", e);
        }
    }

    void inserted(List<EventBatch> batches) {
        long now = System.nanoTime();
        batches.forEach(batch -> lastInsert.put(batch.stream(), now));
    }
}
