package com.couponengine.core.event;

import java.util.List;

/**
 * Port: where events go. The relay calls it with the batches of one stream in order, first those that were not
 * acknowledged before.
 */
public interface EventPublisher {
    /**
     * Publishes batches of one stream in their order and waits, within a stated time, until they are safe.
     *
     * <p>Delivery is at least once: a batch may be handed in again, and its repeat must reach consumers with the same
     * stream and number. A batch must never become visible unless every batch before it in the list did, or will be
     * handed in again: only a contiguous first part of the list may be counted as safe. Called by one thread at a time
     * for a stream, by several for different streams.
     *
     * @return how many batches, from the first on, are safe: 0 to {@code batches.size()}. Faults of servers are no
     *     exception here, they are a smaller number
     */
    int publish(List<EventBatch> batches);
}
