package com.couponengine.redis;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.Connection;

/**
 * Cuts the connections of calls that overrun their time limit. A socket's own timeout limits one read; it knows nothing
 * of a request that the network does not take, or of an answer that comes byte by byte. Thread-safe.
 */
final class CallWatch implements AutoCloseable {
    private final Set<Watched> calls = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean started = new AtomicBoolean();
    private final Duration interval;
    private volatile boolean closed;

    CallWatch(Duration callTimeout) {
        interval = Duration.ofMillis(Deadline.partMillis(callTimeout));
    }

    /** Watches a call until {@link Watched#end()}. A connection that was cut is marked as broken. */
    Watched watch(Connection connection, Deadline deadline) {
        return watch(connection::forceDisconnect, deadline);
    }

    /**
     * Watches anything that can be cut off from another thread, until {@link Watched#end()}.
     *
     * @param cut ends the waiting of the thread that is watched
     */
    Watched watch(Closeable cut, Deadline deadline) {
        if (!started.get() && started.compareAndSet(false, true)) {
            Thread thread = new Thread(this::run, "coupon-redis-watch");
            thread.setDaemon(true);
            thread.start();
        }
        Watched watched = new Watched(cut, deadline);
        calls.add(watched);
        return watched;
    }

    @Override
    public void close() {
        closed = true;
    }

    private void run() {
        while (!closed || !calls.isEmpty()) {
            LockSupport.parkNanos(this, interval.toNanos());
            calls.forEach(Watched::cutIfOver);
        }
    }

    /** One call under watch. */
    final class Watched {
        private final Closeable cut;
        private final Deadline deadline;
        private boolean ended;

        private Watched(Closeable cut, Deadline deadline) {
            this.cut = cut;
            this.deadline = deadline;
        }

        /** The call is over, whatever became of it. */
        synchronized void end() {
            calls.remove(this);
            ended = true;
        }

        private synchronized void cutIfOver() {
            if (deadline.isOver() && !ended) {
                ended = true;
                try {
                    cut.close();
                } catch (IOException e) {
                    // It is marked as broken all the same.
                }
            }
        }
    }
}
