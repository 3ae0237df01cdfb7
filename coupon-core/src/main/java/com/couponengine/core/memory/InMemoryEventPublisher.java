package com.couponengine.core.memory;

import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventPublisher;
import java.util.ArrayList;
import java.util.List;

/**
 * A publisher that keeps what it is given, repeats included, in the order of its coming. It can be told to fail as a
 * broker does. Thread-safe.
 */
public final class InMemoryEventPublisher implements EventPublisher {
    private final List<EventBatch> published = new ArrayList<>();
    private int batchesUntilFailure = Integer.MAX_VALUE;
    private boolean answersLost;

    @Override
    public synchronized int publish(List<EventBatch> batches) {
        int safe = Math.min(batches.size(), batchesUntilFailure);
        published.addAll(batches.subList(0, safe));
        if (batchesUntilFailure != Integer.MAX_VALUE) {
            batchesUntilFailure -= safe;
        }
        return answersLost ? 0 : safe;
    }

    /** From now on so many more batches are taken, then none, until {@link #recover}. */
    public synchronized void failAfter(int batches) {
        batchesUntilFailure = batches;
    }

    /** From now on batches are taken but none is said to be safe, until {@link #recover}. */
    public synchronized void loseAnswers() {
        answersLost = true;
    }

    /** Works again. */
    public synchronized void recover() {
        batchesUntilFailure = Integer.MAX_VALUE;
        answersLost = false;
    }

    /** All batches so far. */
    public synchronized List<EventBatch> batches() {
        return List.copyOf(published);
    }

    /** The batches of a stream so far. */
    public synchronized List<EventBatch> batches(int stream) {
        return published.stream().filter(batch -> batch.stream() == stream).toList();
    }

    /** The events of all batches so far, repeats included. */
    public synchronized List<CouponEvent> events() {
        return published.stream().flatMap(batch -> batch.events().stream()).toList();
    }
}
