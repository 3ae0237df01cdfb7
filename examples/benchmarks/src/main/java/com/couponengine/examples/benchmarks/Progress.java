package com.couponengine.examples.benchmarks;

import java.io.PrintStream;

/** A line, now and then, that says how far a comparison is. Not thread-safe. */
final class Progress {
    private static final long EVERY_NANOS = 10_000_000_000L;

    private final PrintStream out;
    private final String what;
    private final int total;
    private final long start = System.nanoTime();
    private long shown = start;
    private int done;

    Progress(PrintStream out, String what, int total) {
        this.out = out;
        this.what = what;
        this.total = total;
    }

    void step() {
        done++;
        long now = System.nanoTime();
        if (now - shown >= EVERY_NANOS) {
            shown = now;
            double left = (now - start) / 1e9 / done * (total - done);
            out.printf("  %s: %d of %d runs, %.0f s left%n", what, done, total, left);
        }
    }
}
