package com.couponengine.core.grab.internal;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.gate.Settlement.Outcome;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.internal.Lane;
import com.couponengine.core.store.FenceAnswer;
import com.couponengine.core.store.IssueStore;
import com.couponengine.core.store.RequestKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Decides grabs whose commit is in doubt, by the fence. What cannot be decided before the grab's deadline is answered
 * OUTCOME_UNKNOWN and left to the reconciler.
 */
final class FenceStep implements AutoCloseable {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final IssueStore store;
    private final SettleStep settle;
    private final Lane<PendingGrab> lane;

    FenceStep(IssueStore store, SettleStep settle, int waitingMax) {
        this.store = store;
        this.settle = settle;
        this.lane = new Lane<>("coupon-fence", waitingMax, 64, this::decide);
    }

    /** Has a grab decided. */
    void start(PendingGrab grab) {
        if (grab.isAbandoned() || !lane.offer(grab)) {
            grab.answer(GrabStatus.OUTCOME_UNKNOWN);
        }
    }

    private void decide(List<PendingGrab> grabs) {
        boolean progress = false;
        for (PendingGrab grab : grabs) {
            progress |= decide(grab);
        }
        if (!progress) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean decide(PendingGrab grab) {
        if (grab.isAbandoned()) {
            grab.answer(GrabStatus.OUTCOME_UNKNOWN);
            return true;
        }
        try {
            long userId = grab.request.userId();
            boolean granted = store.fence(grab.share.templateId(), userId, grab.code) == FenceAnswer.GRANTED;
            Optional<Coupon> coupon = store.find(List.of(new RequestKey(userId, grab.request.requestId())))
                    .get(0);
            settle.settle(grab, granted ? Outcome.CONFIRM : Outcome.RELEASE);
            if (granted && coupon.isPresent()) {
                grab.answer.complete(new GrabResult(GrabStatus.GRANTED, coupon.get()));
            } else {
                grab.answer.complete(coupon.map(earlier -> LookUpStep.granted(grab.request, earlier))
                        .orElse(GrabResult.refused(GrabStatus.UNAVAILABLE)));
            }
            return true;
        } catch (CouponEngineException e) {
            start(grab);
            return false;
        }
    }

    int waiting() {
        return lane.waiting();
    }

    @Override
    public void close() {
        lane.close();
    }
}
