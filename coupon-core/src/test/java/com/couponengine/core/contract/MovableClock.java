package com.couponengine.core.contract;

import com.couponengine.core.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that tests move by hand. Thread-safe. */
public final class MovableClock implements TimeSource {
    private final AtomicReference<Instant> now;

    public MovableClock(Instant start) {
        now = new AtomicReference<>(start);
    }

    @Override
    public Instant now() {
        return now.get();
    }

    /** Sets the time; it may go back. */
    public void set(Instant instant) {
        now.set(instant);
    }

    public void advance(Duration by) {
        now.updateAndGet(instant -> instant.plus(by));
    }
}
