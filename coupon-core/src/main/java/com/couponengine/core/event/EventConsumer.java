package com.couponengine.core.event;

import java.util.List;

/**
 * What a host or a module does with events: counts, mails, analytics. Batches of a stream arrive in order; after a
 * fault batches may arrive again, starting anywhere before the last one handled.
 */
@FunctionalInterface
public interface EventConsumer {
    /**
     * Handles batches, of any streams. When it returns normally they count as handled and will not come again, but for
     * a crash before that is noted; when it throws, they come again.
     */
    void accept(List<EventBatch> batches);
}
