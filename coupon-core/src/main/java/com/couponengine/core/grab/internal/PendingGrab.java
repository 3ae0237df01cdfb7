package com.couponengine.core.grab.internal;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.internal.Lane;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A grab on its way through the lanes. Owned by one lane's worker at a time; the lanes' queues hand it over safely.
 */
final class PendingGrab implements Lane.Wish {
    private static final int TRIES_MAX = 3;

    final GrabRequest request;
    final Campaign campaign;
    final ShareId share;
    final SoldOutLatch latch;
    final long deadlineNanos;
    final CompletableFuture<GrabResult> answer;

    CouponCode code;
    /** What the gate said, or null if the gate is left out. */
    @Nullable
    ReserveAnswer reservation;
    /** The latch's generation before the gate was asked. */
    long generation;

    /** How often it has waited for a reserved unit to come back. */
    int waits;

    private int tries = 1;

    PendingGrab(
            GrabRequest request,
            Campaign campaign,
            ShareId share,
            CouponCode code,
            long deadlineNanos,
            CompletableFuture<GrabResult> answer) {
        this.request = request;
        this.campaign = campaign;
        this.share = share;
        this.latch = campaign.latch(share.source());
        this.code = code;
        this.deadlineNanos = deadlineNanos;
        this.answer = answer;
    }

    void answer(GrabStatus status) {
        answer.complete(GrabResult.refused(status));
    }

    /** Whether nobody waits for it any more, so that it need not be started. */
    boolean isAbandoned() {
        return answer.isDone() || System.nanoTime() - deadlineNanos >= 0;
    }

    boolean isFirstTry() {
        return tries == 1;
    }

    /** Counts one more round through the lanes; false when there were enough. */
    boolean mayTryAgain() {
        return ++tries <= TRIES_MAX && !isAbandoned();
    }

    Settlement settlement(Settlement.Outcome outcome) {
        long epoch = reservation == null ? 0 : reservation.epoch();
        return new Settlement(request.userId(), request.requestId(), code, epoch, outcome);
    }

    @Override
    public void fail(@Nullable Throwable cause) {
        answer(cause == null ? GrabStatus.UNAVAILABLE : GrabStatus.OUTCOME_UNKNOWN);
    }
}
