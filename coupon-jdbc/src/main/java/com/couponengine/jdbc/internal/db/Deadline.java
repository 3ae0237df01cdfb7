package com.couponengine.jdbc.internal.db;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** When a call has to end, by this host's monotonic clock. One call on several data sources shares one. */
public final class Deadline {
    private final long endNanos;

    private Deadline(long endNanos) {
        this.endNanos = endNanos;
    }

    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** What is left, at least 1. */
    int leftMillisMin1() {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(leftNanos())));
    }

    boolean hasPassed() {
        return leftNanos() <= 0;
    }

    private long leftNanos() {
        return endNanos - System.nanoTime();
    }
}
