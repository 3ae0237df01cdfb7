package com.couponengine.core.grab.internal;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.internal.Lane;
import com.couponengine.core.store.IssueStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads whether a request was granted before: for retries, and before a user is told of the limit. */
final class LookUpStep implements AutoCloseable {
    private final IssueStore store;
    private final Lane<Wish> lane;

    LookUpStep(IssueStore store, int waitingMax) {
        this.store = store;
        this.lane = new Lane<>("coupon-look-up", waitingMax, 64, this::lookUp);
    }

    private record Wish(GrabRequest request, CompletableFuture<GrabResult> answer, Consumer<GrabRequest> otherwise)
            implements Lane.Wish {
        @Override
        public void fail(@Nullable Throwable cause) {
            answer.complete(GrabResult.refused(GrabStatus.UNAVAILABLE));
        }
    }

    /** Answers with the coupon if the request was granted; else lets the caller go on. */
    void lookUp(GrabRequest request, CompletableFuture<GrabResult> answer, Consumer<GrabRequest> otherwise) {
        if (!lane.offer(new Wish(request, answer, otherwise))) {
            answer.complete(GrabResult.refused(GrabStatus.BUSY));
        }
    }

    private void lookUp(List<Wish> batch) {
        for (Wish wish : batch) {
            if (!wish.answer.isDone()) {
                lookUp(wish);
            }
        }
    }

    private void lookUp(Wish wish) {
        Optional<Coupon> found;
        try {
            found = store.find(wish.request.userId(), wish.request.requestId());
        } catch (CouponEngineException e) {
            wish.answer.complete(GrabResult.refused(GrabStatus.UNAVAILABLE));
            return;
        }
        if (found.isEmpty()) {
            wish.otherwise.accept(wish.request);
        } else {
            wish.answer.complete(granted(wish.request, found.get()));
        }
    }

    /** The answer to a request that the database has a coupon for. */
    static GrabResult granted(GrabRequest request, Coupon coupon) {
        return coupon.templateId() == request.templateId()
                ? new GrabResult(GrabStatus.ALREADY_GRANTED, coupon)
                : GrabResult.refused(GrabStatus.REQUEST_ID_REUSED);
    }

    @Override
    public void close() {
        lane.close();
    }
}
