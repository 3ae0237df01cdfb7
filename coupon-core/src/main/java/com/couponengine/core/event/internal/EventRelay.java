package com.couponengine.core.event.internal;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventPublisher;
import com.couponengine.core.event.Outbox;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries events from the outbox to the publisher, stream by stream, always from the first batch that is not
 * acknowledged. Any number of hosts may do it at once: batches then arrive more than once, but never out of order.
 */
public final class EventRelay implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EventRelay.class);
    private static final int BATCHES_MAX = 200;

    private final Outbox outbox;
    private final EventPublisher publisher;
    private final long idleNanos;
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean nudged;

    /** @param idle how often it looks by itself for events of other hosts */
    public EventRelay(Outbox outbox, EventPublisher publisher, Duration idle) {
        this.outbox = outbox;
        this.publisher = publisher;
        this.idleNanos = idle.toNanos();
        this.thread = new Thread(this::run, "coupon-relay");
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Events may wait: look at once. */
    public void nudge() {
        if (!nudged) {
            nudged = true;
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            nudged = false;
            boolean more = false;
            for (int stream = 0; stream < outbox.streams() && !closed; stream++) {
                more |= carry(stream);
            }
            if (!more && !nudged && !closed) {
                LockSupport.parkNanos(this, idleNanos);
            }
        }
    }

    /** Carries what waits in a stream; true if more may wait. */
    private boolean carry(int stream) {
        try {
            List<EventBatch> batches = outbox.unpublished(stream, BATCHES_MAX);
            if (batches.isEmpty()) {
                return false;
            }
            int safe = publisher.publish(batches);
            if (safe > 0) {
                outbox.acknowledge(stream, batches.get(safe - 1).seq());
            }
            return safe == BATCHES_MAX;
        } catch (CouponEngineException e) {
            log.warn("events of stream {} wait: {}", stream, e.getMessage());
            return false;
        } catch (RuntimeException e) {
            log.error("events of stream {} wait: the publisher failed", stream, e);
            return false;
        }
    }

    /** Carries everything that waits now, on this thread. For hosts that shut down, and for tests. */
    public void drain() {
        for (int stream = 0; stream < outbox.streams(); stream++) {
            boolean more = true;
            while (more) {
                more = carry(stream);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
