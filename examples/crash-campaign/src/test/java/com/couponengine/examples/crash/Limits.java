package com.couponengine.examples.crash;

import java.time.Duration;

/** The time limits of the hosts' engines, short so that a round is short. */
final class Limits {
    /** Within which a grab has to be answered. */
    static final Duration CALL = Duration.ofSeconds(2);

    static final Duration DATABASE_CALL = Duration.ofMillis(1_500);
    /** What a host's first look at a template may add to it, and a busy machine. */
    static final Duration CALL_SLACK = DATABASE_CALL.plusMillis(500);

    static final Duration DATABASE_LOCK_WAIT = Duration.ofSeconds(1);
    static final Duration DATABASE_CONNECTION_WAIT = Duration.ofMillis(500);
    static final Duration GATE_CALL = Duration.ofMillis(300);
    /** For how long a host may go on answering SOLD_OUT without asking. */
    static final Duration SOLD_OUT = Duration.ofMillis(200);

    static final Duration RECONCILE_EVERY = Duration.ofMillis(300);
    /** Longer than the limits that connections carry for transactions that stand still. */
    static final Duration LONG_FREEZE = Duration.ofSeconds(12);

    private Limits() {}
}
