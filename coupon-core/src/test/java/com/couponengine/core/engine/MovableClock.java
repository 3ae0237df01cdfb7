package com.couponengine.core.engine;

import com.couponengine.core.TimeSource;
import java.time.Duration;
import java.time.Instant;

/** A clock that stands still until it is moved. */
public final class MovableClock implements TimeSource {
    private volatile Instant now;

    public MovableClock(Instant start) {
        this.now = start;
    }

    @Override
    public Instant now() {
        return now;
    }

    public void advance(Duration by) {
        now = now.plus(by);
    }

    public void set(Instant instant) {
        now = instant;
    }
}
