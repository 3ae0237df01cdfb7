package com.couponengine.core.grab.internal;

import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Where grabs wait that found no unit left while units are reserved: the database may refuse those, and then they come
 * back within moments. Sold out is what has no unit left and none reserved. Bounded in number and time: a unit that a
 * dead host has reserved is not waited for. Thread-safe.
 */
final class LastUnits {
    /** Pauses double from the first one; all of them together are two thirds of a second. */
    private static final long FIRST_PAUSE_MILLIS = 5;

    private static final long PAUSE_MILLIS_MAX = 160;
    private static final int WAITS_MAX = 8;

    private final StockGate gate;
    private final int waitingMax;
    private final AtomicInteger waiting = new AtomicInteger();

    LastUnits(StockGate gate, int waitingMax) {
        this.gate = gate;
        this.waitingMax = waitingMax;
    }

    /** Grabs that wait here now. */
    int waiting() {
        return waiting.get();
    }

    /** Whether units of a share that seemed sold out may still be had. Asks the gate, and throws as it does. */
    boolean mayComeBack(ShareId share) {
        Optional<GateView> view = gate.view(share);
        return view.isEmpty()
                || view.get().reserved() > 0
                || view.get().remaining() == null
                || view.get().remaining() > 0;
    }

    /**
     * Takes grabs and gives them back after a pause.
     *
     * @return false if they have waited often enough, or too many wait already; then nothing was taken
     */
    boolean takes(List<PendingGrab> grabs, int waits, Consumer<PendingGrab> afterPause) {
        if (waits >= WAITS_MAX || waiting.get() + grabs.size() > waitingMax) {
            return false;
        }
        waiting.addAndGet(grabs.size());
        grabs.forEach(grab -> grab.waits++);
        long pause = Math.min(PAUSE_MILLIS_MAX, FIRST_PAUSE_MILLIS << waits);
        CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS, Runnable::run)
                .execute(() -> {
                    waiting.addAndGet(-grabs.size());
                    grabs.forEach(afterPause);
                });
        return true;
    }
}
