package com.couponengine.core.internal;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Answers calls whose time is over, so that nobody waits longer although a lane stands still. All calls have the same
 * limit, so they lie in the order of their deadlines, and a look costs no more than what has been answered since the last
 * one. Thread-safe.
 */
public final class Deadlines implements AutoCloseable {
    private static final long LOOK_MILLIS = 20;

    private final Queue<Waiting<?>> waiting = new ConcurrentLinkedQueue<>();
    private final long limitNanos;
    private final ScheduledThreadPoolExecutor executor;

    /** @param limit of every call */
    public Deadlines(Duration limit) {
        this.limitNanos = limit.toNanos();
        this.executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "coupon-deadline");
            thread.setDaemon(true);
            return thread;
        });
        var unused = executor.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private record Waiting<T>(CompletableFuture<T> answer, T unknown, long deadlineNanos) {
        void end() {
            answer.complete(unknown);
        }
    }

    /** A call has started: it gets this answer if it has none in time. */
    public <T> void watch(CompletableFuture<T> answer, T unknown) {
        waiting.add(new Waiting<>(answer, unknown, System.nanoTime() + limitNanos));
    }

    private void look() {
        long now = System.nanoTime();
        for (Waiting<?> first = waiting.peek(); first != null; first = waiting.peek()) {
            if (!first.answer.isDone() && first.deadlineNanos - now > 0) {
                return;
            }
            waiting.remove();
            first.end();
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
