package com.couponengine.core;

import com.couponengine.core.error.Mistakes;
import java.time.Clock;
import java.time.Instant;

/** Port: what time it is. Thread-safe. Tests inject one that they move by hand. */
@FunctionalInterface
public interface TimeSource {
    Instant now();

    /** This host's clock. */
    static TimeSource system() {
        return of(Clock.systemUTC());
    }

    static TimeSource of(Clock clock) {
        Mistakes.given("clock", clock);
        return clock::instant;
    }
}
