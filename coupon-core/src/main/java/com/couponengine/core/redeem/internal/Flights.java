package com.couponengine.core.redeem.internal;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.redeem.InFlightGuard;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets a redeem or hold through once at a time, if there is a guard. */
public final class Flights {
    private static final Logger log = LoggerFactory.getLogger(Flights.class);

    private final @Nullable InFlightGuard guard;
    private final Duration lease;
    private final Executor background;

    /**
     * Flights under a guard, or free if it is null.
     *
     * @param background ends leases, so that no commit waits for it
     */
    public Flights(@Nullable InFlightGuard guard, Duration lease, Executor background) {
        this.guard = guard;
        this.lease = lease;
        this.background = background;
    }

    /** Starts a command, unless the same step is under way. The guard is asked on the caller's thread. */
    public CompletableFuture<RedemptionResult> start(
            RedemptionCommand command, Function<RedemptionCommand, CompletableFuture<RedemptionResult>> desk) {
        InFlightGuard asked = guard;
        if (asked == null
                || !(command instanceof RedemptionCommand.Redeem || command instanceof RedemptionCommand.Hold)) {
            return desk.apply(command);
        }
        RedemptionCommand.OfOrder step = (RedemptionCommand.OfOrder) command;
        String key = step.code() + ":" + step.attempt() + ":" + step.orderId();
        String token = UUID.randomUUID().toString();
        try {
            if (!asked.enter(key, token, lease)) {
                return CompletableFuture.completedFuture(RedemptionResult.of(RedemptionStatus.IN_FLIGHT));
            }
        } catch (CouponEngineException e) {
            log.debug("going on without the guard: {}", e.getMessage());
            return desk.apply(command);
        }
        CompletableFuture<RedemptionResult> answer = desk.apply(command);
        var unused = answer.whenComplete((result, failure) -> end(asked, key, token));
        return answer;
    }

    private void end(InFlightGuard asked, String key, String token) {
        try {
            background.execute(() -> {
                try {
                    asked.leave(key, token);
                } catch (CouponEngineException e) {
                    log.debug("a lease has to end by itself: {}", e.getMessage());
                }
            });
        } catch (RejectedExecutionException e) { // the engine is being closed
            log.debug("a lease has to end by itself: {}", key);
        }
    }
}
