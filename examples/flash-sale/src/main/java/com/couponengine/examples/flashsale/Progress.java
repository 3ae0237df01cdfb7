package com.couponengine.examples.flashsale;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Shows how far a step is, in a line every other second. Thread-safe. */
final class Progress {
    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final PrintStream out;
    private final String what;
    private final long total;
    private final long start = System.nanoTime();
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong nextShown;

    Progress(PrintStream out, String what, long total) {
        this.out = out;
        this.what = what;
        this.total = total;
        this.nextShown = new AtomicLong(start + EVERY_NANOS);
    }

    void step() {
        long count = done.incrementAndGet();
        long now = System.nanoTime();
        long due = nextShown.get();
        if (now - due >= 0 && nextShown.compareAndSet(due, now + EVERY_NANOS)) {
            show(count, now, false);
        }
    }

    void end() {
        show(done.get(), System.nanoTime(), true);
    }

    private synchronized void show(long count, long now, boolean last) {
        double seconds = Math.max(1e-9, (now - start) / 1e9);
        double rate = count / seconds;
        String left = last || rate == 0 ? "" : ", %.0f s left".formatted((total - count) / rate);
        out.printf("%-7s %,d of %,d, %,.0f/s%s%n", what, count, total, rate, left);
    }
}
