package com.couponengine.core.redeem.internal;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.redeem.InFlightGuard;
import com.couponengine.core.redemption.RedemptionCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
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

    /**
     * Starts commands that are one call, unless a step of theirs is under way: then none of them. The guard is asked on
     * the caller's thread, for each redeem or hold, until the call's deadline.
     *
     * @param inFlight what is answered then
     * @param desk starts them
     */
    public <T> CompletableFuture<T> start(
            List<? extends RedemptionCommand> commands,
            long deadlineNanos,
            T inFlight,
            Supplier<CompletableFuture<T>> desk) {
        List<String> keys = guard == null ? List.of() : keys(commands);
        if (guard == null || keys.isEmpty()) {
            return desk.get();
        }
        Leases leases = new Leases(guard);
        CompletableFuture<T> answer;
        try {
            boolean free = leases.take(keys, deadlineNanos);
            answer = free ? desk.get() : CompletableFuture.completedFuture(inFlight);
        } catch (RuntimeException | Error e) {
            leases.end();
            throw e;
        }
        var unused = answer.whenComplete((result, failure) -> leases.end());
        return answer;
    }

    /** In the same order for everybody, so that of two calls with the same steps one goes on. */
    private static List<String> keys(List<? extends RedemptionCommand> commands) {
        return commands.stream()
                .filter(command ->
                        command instanceof RedemptionCommand.Redeem || command instanceof RedemptionCommand.Hold)
                .map(RedemptionCommand.OfOrder.class::cast)
                .map(step -> step.code() + ":" + step.attempt() + ":" + step.orderId())
                .sorted()
                .toList();
    }

    /** What one call has taken. */
    private final class Leases {
        private final InFlightGuard asked;
        private final String token = UUID.randomUUID().toString();
        private final List<String> taken = new ArrayList<>();

        Leases(InFlightGuard asked) {
            this.asked = asked;
        }

        /** Takes them one after the other; false if one is somebody else's. A guard that fails is not asked again. */
        boolean take(List<String> keys, long deadlineNanos) {
            try {
                for (String key : keys) {
                    if (System.nanoTime() - deadlineNanos >= 0) {
                        break; // the desk tells
                    }
                    if (!asked.enter(key, token, lease)) {
                        return false;
                    }
                    taken.add(key);
                }
            } catch (CouponEngineException e) {
                log.debug("going on without the guard: {}", e.getMessage());
            }
            return true;
        }

        void end() {
            if (taken.isEmpty()) {
                return;
            }
            try {
                background.execute(() -> taken.forEach(this::leave));
            } catch (RejectedExecutionException e) { // the engine is being closed
                log.debug("leases have to end by themselves: {}", taken);
            }
        }

        private void leave(String key) {
            try {
                asked.leave(key, token);
            } catch (CouponEngineException e) {
                log.debug("a lease has to end by itself: {}", e.getMessage());
            }
        }
    }
}
