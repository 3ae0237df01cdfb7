package com.couponengine.core.memory;

import com.couponengine.core.TimeSource;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.redeem.InFlightGuard;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Leases in this process's memory: enough for a shop that has one host. Thread-safe. */
public final class InMemoryInFlightGuard implements InFlightGuard {
    private record Lease(String token, Instant until) {}

    private final Map<String, Lease> leases = new ConcurrentHashMap<>();
    private final TimeSource time;

    public InMemoryInFlightGuard() {
        this(TimeSource.system());
    }

    /** @param time what leases end by */
    public InMemoryInFlightGuard(TimeSource time) {
        Mistakes.given("time", time);
        this.time = time;
    }

    @Override
    public boolean enter(String key, String token, Duration lease) {
        Instant now = time.now();
        Lease mine = new Lease(token, now.plus(lease));
        Lease there = leases.compute(
                key,
                (k, old) ->
                        old == null || old.token().equals(token) || !old.until().isAfter(now) ? mine : old);
        return there.token().equals(token);
    }

    @Override
    public void leave(String key, String token) {
        leases.computeIfPresent(key, (k, old) -> old.token().equals(token) ? null : old);
    }
}
