package com.couponengine.redis;

import java.time.Duration;

/**
 * When a call must have ended. The time limit of a call is shared out so that its parts, one after the other, never
 * exceed it: waiting for a connection of the pool, opening one and greeting the server take at most an eighth each, and
 * a step that may need a new connection begins within the first three eighths or not at all.
 */
final class Deadline {
    private final long start = System.nanoTime();
    private final long limitNanos;

    Deadline(Duration limit) {
        limitNanos = limit.toNanos();
    }

    /** The longest that each of the small parts may take. */
    static int partMillis(Duration limit) {
        return (int) Math.max(1, limit.toMillis() / 8);
    }

    /** Whether a further attempt may begin: it may need a new connection. */
    boolean allowsAnotherAttempt() {
        return spent() <= limitNanos / 8 * 3;
    }

    /** How long an answer may be waited for, at least 1: an eighth of the limit is kept for the way back. */
    int answerMillis() {
        return (int) Math.max(1, (limitNanos / 8 * 7 - spent()) / 1_000_000);
    }

    /** Whether the answer has been waited for long enough. */
    boolean isOver() {
        return spent() >= limitNanos / 8 * 7;
    }

    private long spent() {
        return System.nanoTime() - start;
    }
}
