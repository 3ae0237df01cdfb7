package com.couponengine.core.redeem.internal;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.internal.Lane;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRule;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.RedemptionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what is asked of coupons: every lane owns a contiguous range of tables, and commands that wait there
 * together share a transaction.
 */
public final class RedeemDesk implements AutoCloseable {
    private final RedemptionStore store;
    private final RedemptionRule rule;
    private final Runnable eventsWait;
    private final List<Lane<Wish>> lanes = new ArrayList<>();

    /** @param eventsWait called when events may wait in the outbox */
    public RedeemDesk(
            RedemptionStore store,
            RedemptionRule rule,
            int laneCount,
            int waitingMax,
            int batchMax,
            Runnable eventsWait) {
        this.store = store;
        this.rule = rule;
        this.eventsWait = eventsWait;
        for (int i = 0; i < laneCount; i++) {
            lanes.add(new Lane<>("coupon-redeem-" + i, waitingMax, batchMax, this::carryOut));
        }
    }

    private record Wish(RedemptionCommand command, long deadlineNanos, CompletableFuture<RedemptionResult> answer)
            implements Lane.Wish {
        boolean isAbandoned() {
            return answer.isDone() || System.nanoTime() - deadlineNanos >= 0;
        }

        @Override
        public void fail(@Nullable Throwable cause) {
            answer.complete(RedemptionResult.of(
                    cause == null ? RedemptionStatus.UNAVAILABLE : RedemptionStatus.OUTCOME_UNKNOWN));
        }
    }

    /** Has a command carried out. Completes always normally. */
    public CompletableFuture<RedemptionResult> start(RedemptionCommand command, long deadlineNanos) {
        Wish wish = new Wish(command, deadlineNanos, new CompletableFuture<>());
        int lane = command.code().table() * lanes.size() / CouponCode.TABLES;
        if (!lanes.get(lane).offer(wish)) {
            wish.answer.complete(RedemptionResult.of(RedemptionStatus.BUSY));
        }
        return wish.answer;
    }

    private void carryOut(List<Wish> batch) {
        List<Wish> awaited = new ArrayList<>(batch.size());
        List<RedemptionCommand> commands = new ArrayList<>(batch.size());
        for (Wish wish : batch) {
            if (wish.isAbandoned()) {
                wish.answer.complete(RedemptionResult.of(RedemptionStatus.BUSY));
            } else {
                awaited.add(wish);
                commands.add(wish.command);
            }
        }
        if (awaited.isEmpty()) {
            return;
        }
        List<RedemptionResult> results = store.change(commands, rule);
        for (int i = 0; i < results.size(); i++) {
            awaited.get(i).answer.complete(results.get(i));
        }
        eventsWait.run();
    }

    @Override
    public void close() {
        lanes.forEach(Lane::close);
    }
}
