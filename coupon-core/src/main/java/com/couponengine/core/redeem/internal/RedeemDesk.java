package com.couponengine.core.redeem.internal;

import com.couponengine.core.internal.Lane;
import com.couponengine.core.internal.Lanes;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRule;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.RedemptionStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Carries out what is asked of coupons: commands that wait in a lane share a transaction. */
public final class RedeemDesk implements AutoCloseable {
    private final RedemptionStore store;
    private final RedemptionRule rule;
    private final Runnable eventsWait;
    private final Lanes<Wish> lanes;

    /** @param eventsWait called when events may wait in the outbox */
    public RedeemDesk(
            RedemptionStore store,
            RedemptionRule rule,
            int sources,
            int laneCount,
            int waitingMax,
            int batchMax,
            Runnable eventsWait) {
        this.store = store;
        this.rule = rule;
        this.eventsWait = eventsWait;
        lanes = new Lanes<>("coupon-redeem", laneCount, sources, waitingMax, batchMax, this::carryOut);
    }

    /** One command, or several that are to be carried out together. */
    private record Wish(
            List<RedemptionCommand> commands, long deadlineNanos, CompletableFuture<List<RedemptionResult>> answer)
            implements Lane.Wish {
        boolean isAbandoned() {
            return answer.isDone() || System.nanoTime() - deadlineNanos >= 0;
        }

        @Override
        public void fail(@Nullable Throwable cause) {
            refuse(cause == null ? RedemptionStatus.UNAVAILABLE : RedemptionStatus.OUTCOME_UNKNOWN);
        }

        void refuse(RedemptionStatus status) {
            answer.complete(Collections.nCopies(commands.size(), RedemptionResult.of(status)));
        }
    }

    /** Has a command carried out. Completes always normally. */
    public CompletableFuture<RedemptionResult> start(RedemptionCommand command, long deadlineNanos) {
        Wish wish = new Wish(List.of(command), deadlineNanos, new CompletableFuture<>());
        CompletableFuture<RedemptionResult> answer = wish.answer.thenApply(results -> results.get(0));
        var unused = answer.whenComplete((result, failure) -> wish.answer.cancel(false)); // perhaps nobody waits
        start(wish);
        return answer;
    }

    /** Has commands on coupons of one table carried out, all or none. Completes always normally. */
    public CompletableFuture<List<RedemptionResult>> startTogether(
            List<RedemptionCommand> commands, long deadlineNanos) {
        Wish wish = new Wish(List.copyOf(commands), deadlineNanos, new CompletableFuture<>());
        start(wish);
        return wish.answer;
    }

    private void start(Wish wish) {
        if (!lanes.offer(wish.commands.get(0).code().table(), wish)) {
            wish.refuse(RedemptionStatus.BUSY);
        }
    }

    private void carryOut(List<Wish> batch) {
        List<Wish> single = new ArrayList<>(batch.size());
        List<RedemptionCommand> commands = new ArrayList<>(batch.size());
        for (Wish wish : batch) {
            if (wish.isAbandoned()) {
                wish.refuse(RedemptionStatus.BUSY);
            } else if (wish.commands.size() == 1) {
                single.add(wish);
                commands.add(wish.commands.get(0));
            } else {
                wish.answer.complete(store.changeTogether(wish.commands, rule));
            }
        }
        if (!commands.isEmpty()) {
            List<RedemptionResult> results = store.change(commands, rule);
            for (int i = 0; i < results.size(); i++) {
                single.get(i).answer.complete(List.of(results.get(i)));
            }
        }
        eventsWait.run();
    }

    /** Commands that wait now; several together are one. */
    public int waiting() {
        return lanes.waiting();
    }

    @Override
    public void close() {
        lanes.close();
    }
}
