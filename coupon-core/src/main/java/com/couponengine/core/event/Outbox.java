package com.couponengine.core.event;

import com.couponengine.core.error.StoreUnavailableException;
import java.util.List;
import java.util.Map;

/**
 * Port: the events that were stored in the transactions of their changes and wait to be published. Thread-safe, for any
 * number of hosts at once: two relays may read the same batches, and both then publish from the first unacknowledged
 * one, which consumers can tell by the number.
 */
public interface Outbox {
    /** The number of data sources, each with its own streams; they are numbered from 0. */
    int sources();

    /**
     * Notes what has become safe, and answers what waits then: of each stream of a data source the batches that are not
     * acknowledged, in order from the first one. Numbers committed batches that have no number yet; a number, once given,
     * stays. One transaction.
     *
     * @param safe by stream, up to which number every batch is safe: these are not answered again. Repeating it, also
     *     with a smaller number, changes nothing
     * @param max the most batches to answer of each stream, at least 1
     * @return stream by stream
     * @throws StoreUnavailableException if it cannot be done now; what is safe has to be noted again
     */
    List<EventBatch> next(int source, Map<Integer, Long> safe, int max);
}
