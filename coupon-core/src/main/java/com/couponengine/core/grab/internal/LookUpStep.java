package com.couponengine.core.grab.internal;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.internal.Lane;
import com.couponengine.core.store.IssueStore;
import com.couponengine.core.store.RequestKey;
import com.couponengine.core.store.Shards;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads whether requests were granted before: for retries, and before users are told of the limit. All that wait for one
 * data source are one query; each data source has a lane of its own, so that none waits for another that fails.
 */
final class LookUpStep implements AutoCloseable {
    private static final int BATCH_MAX = 256;

    private final IssueStore store;
    private final Shards shards;
    /** By data source. */
    private final List<Lane<Wish>> lanes = new ArrayList<>();

    /** @param waitingMax how many may wait for each data source */
    LookUpStep(IssueStore store, Shards shards, int waitingMax) {
        this.store = store;
        this.shards = shards;
        for (int source = 0; source < shards.sources(); source++) {
            lanes.add(new Lane<>("coupon-look-up-" + source, waitingMax, BATCH_MAX, this::lookUp));
        }
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
        Lane<Wish> lane = lanes.get(shards.sourceOfUser(request.userId()));
        if (!lane.offer(new Wish(request, answer, otherwise))) {
            answer.complete(GrabResult.refused(GrabStatus.BUSY));
        }
    }

    private void lookUp(List<Wish> batch) {
        List<Wish> wishes = batch.stream().filter(wish -> !wish.answer.isDone()).toList();
        if (wishes.isEmpty()) {
            return;
        }
        List<Optional<Coupon>> found;
        try {
            found = store.find(wishes.stream()
                    .map(wish -> new RequestKey(wish.request.userId(), wish.request.requestId()))
                    .toList());
        } catch (CouponEngineException e) {
            wishes.forEach(wish -> wish.fail(e));
            return;
        }
        for (int i = 0; i < wishes.size(); i++) {
            answer(wishes.get(i), found.get(i));
        }
    }

    private static void answer(Wish wish, Optional<Coupon> found) {
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

    int waiting() {
        return lanes.stream().mapToInt(Lane::waiting).sum();
    }

    @Override
    public void close() {
        lanes.forEach(Lane::close);
    }
}
