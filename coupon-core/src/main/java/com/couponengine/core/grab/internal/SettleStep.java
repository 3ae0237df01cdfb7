package com.couponengine.core.grab.internal;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import com.couponengine.core.internal.Lane;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends reservations in the gate, off the callers' path and in batches. What is lost here is settled by the reconciler.
 */
final class SettleStep implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SettleStep.class);
    private static final int WAITING_MAX = 100_000;
    private static final int BATCH_MAX = 512;
    /** Nobody waits for the end of a reservation; a pause after each call lets the next one end more of them. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    private final StockGate gate;
    private final Lane<Wish> lane;

    SettleStep(StockGate gate) {
        this.gate = gate;
        this.lane = new Lane<>("coupon-settle", WAITING_MAX, BATCH_MAX, this::settle);
    }

    /** @param then told whether the gate has done it; if not, the reconciler will find the reservation overdue */
    private record Wish(ShareId share, SoldOutLatch latch, Settlement settlement, Consumer<Boolean> then)
            implements Lane.Wish {
        @Override
        public void fail(@Nullable Throwable cause) {
            then.accept(false);
        }
    }

    /** Ends the reservation of a grab, if it has one. */
    void settle(PendingGrab grab, Settlement.Outcome outcome) {
        if (grab.reservation != null) {
            lane.offer(new Wish(grab.share, grab.latch, grab.settlement(outcome), done -> {}));
        }
    }

    /**
     * Gives the reservation of a grab back.
     *
     * @param then told whether the gate knows of it no more, on this step's thread
     */
    void release(PendingGrab grab, Consumer<Boolean> then) {
        if (!lane.offer(new Wish(grab.share, grab.latch, grab.settlement(Settlement.Outcome.RELEASE), then))) {
            then.accept(false);
        }
    }

    private void settle(List<Wish> batch) {
        Map<ShareId, List<Wish>> byShare = new LinkedHashMap<>();
        for (Wish wish : batch) {
            byShare.computeIfAbsent(wish.share, share -> new ArrayList<>()).add(wish);
        }
        byShare.forEach((share, wishes) -> {
            boolean done = false;
            try {
                gate.settle(share, wishes.stream().map(Wish::settlement).toList());
                wishes.stream()
                        .filter(wish -> wish.settlement.outcome() != Settlement.Outcome.CONFIRM)
                        .findFirst()
                        .ifPresent(wish -> wish.latch.reopen());
                done = true;
            } catch (CouponEngineException e) {
                log.debug("{} reservations of {} are left to the reconciler", wishes.size(), share, e);
            }
            for (Wish wish : wishes) {
                wish.then.accept(done);
            }
        });
        if (batch.size() < BATCH_MAX) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    @Override
    public void close() {
        lane.close();
    }
}
