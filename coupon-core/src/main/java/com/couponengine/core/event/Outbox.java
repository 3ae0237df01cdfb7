package com.couponengine.core.event;

import com.couponengine.core.error.StoreUnavailableException;
import java.util.List;

/**
 * Port: the events that were stored in the transactions of their changes and wait to be published. Thread-safe, for any
 * number of hosts at once: two relays may read the same batches, and both then publish from the first unacknowledged
 * one, which consumers can tell by the number.
 */
public interface Outbox {
    /** The number of streams; they are numbered from 0. Fixed for the life of a schema. */
    int streams();

    /**
     * The batches of a stream that are not acknowledged yet, in order from the first one. Numbers committed batches
     * that have no number yet; a number, once given, stays.
     *
     * @param max the most to answer, at least 1
     * @throws StoreUnavailableException if the store cannot be read
     */
    List<EventBatch> unpublished(int stream, int max);

    /**
     * Notes that every batch of the stream up to this number is safe; they are not answered again. Repeating it, also
     * with a smaller number, changes nothing.
     *
     * @throws StoreUnavailableException if it could not be noted; the batches will be published again
     */
    void acknowledge(int stream, long upToSeq);
}
