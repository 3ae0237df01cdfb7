package com.couponengine.core.grab.internal;

import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Answers OUTCOME_UNKNOWN to grabs whose time is over, so that nobody waits longer although a lane stands still. All
 * grabs have the same limit, so they lie in the order of their deadlines, and a look costs no more than what has been
 * answered since the last one. Thread-safe.
 */
final class Deadlines implements AutoCloseable {
    private static final long LOOK_MILLIS = 20;

    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final long limitNanos;
    private final ScheduledThreadPoolExecutor executor;

    Deadlines(Duration limit) {
        this.limitNanos = limit.toNanos();
        this.executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "coupon-deadline");
            thread.setDaemon(true);
            return thread;
        });
        var unused = executor.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private record Waiting(CompletableFuture<GrabResult> answer, long deadlineNanos) {}

    /** The grab has started. */
    void watch(CompletableFuture<GrabResult> answer) {
        waiting.add(new Waiting(answer, System.nanoTime() + limitNanos));
    }

    private void look() {
        long now = System.nanoTime();
        for (Waiting first = waiting.peek(); first != null; first = waiting.peek()) {
            if (!first.answer.isDone() && first.deadlineNanos - now > 0) {
                return;
            }
            waiting.remove();
            first.answer.complete(GrabResult.refused(GrabStatus.OUTCOME_UNKNOWN));
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
