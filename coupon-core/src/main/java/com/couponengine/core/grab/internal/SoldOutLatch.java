package com.couponengine.core.grab.internal;

/**
 * Remembers that a share is sold out, so that refusals need no I/O. It closes only if nothing has reopened it since the
 * call that found the share empty began, and opens by itself after a stated interval, for stock that came back in other
 * processes. Thread-safe; reading takes no lock.
 */
public final class SoldOutLatch {
    private final long closedNanos;
    private volatile long generation;
    private volatile boolean closed;
    private volatile long closedAt;

    /** @param closedNanos how long it stays closed at the most */
    public SoldOutLatch(long closedNanos) {
        this.closedNanos = closedNanos;
    }

    /** To be read before asking the gate, and given to {@link #close}. */
    public long generation() {
        return generation;
    }

    /** Whether the share is known to be sold out. */
    public boolean isClosed() {
        return closed && System.nanoTime() - closedAt < closedNanos;
    }

    /** The share was found empty by a call that began in this generation. */
    public synchronized void close(long generationBefore) {
        if (generation == generationBefore) {
            closedAt = System.nanoTime();
            closed = true;
        }
    }

    /** Stock has come back, or may have. */
    public synchronized void reopen() {
        generation++;
        closed = false;
    }
}
