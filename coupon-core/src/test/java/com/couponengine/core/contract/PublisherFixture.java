package com.couponengine.core.contract;

import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventPublisher;
import java.util.List;

/** A publisher for one test, publishing to a place of its own, with a look at what consumers see there. */
public interface PublisherFixture extends AutoCloseable {
    EventPublisher publisher();

    /**
     * Reads around the port what is visible of a stream, from the very first batch, repeats included, in the order in
     * which consumers see it. Everything that was said to be safe before this call must be in it.
     */
    List<EventBatch> visible(int stream) throws Exception;

    @Override
    void close();
}
