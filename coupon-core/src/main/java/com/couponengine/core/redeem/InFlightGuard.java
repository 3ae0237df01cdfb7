package com.couponengine.core.redeem;

import java.time.Duration;

/**
 * Port, optional: keeps repeated clicks on one button off the coupon's row. While a redeem or hold is under way, the same
 * step from another call is answered {@link com.couponengine.core.redemption.RedemptionStatus#IN_FLIGHT} at once, from
 * whichever host it comes. Steps that are carried out together take a lease each, and start only if all are free.
 *
 * <p>It holds leases, never results: the database alone remembers what was done. A lease ends with its step, and after a
 * crash by itself within {@link com.couponengine.core.EngineOptions#callLimit}, so that the order can go on. A guard that
 * cannot be reached is left out. Nothing depends on it for correctness. Thread-safe.
 */
public interface InFlightGuard {
    /**
     * Takes a lease, unless somebody else has it; atomic over all hosts. Repeated with the same token it is true again
     * while the lease lasts.
     *
     * @param key what is under way, at most 200 printable ASCII characters
     * @param token who takes it; different for every call
     * @param lease after which it ends by itself
     * @return whether the lease is this token's now
     * @throws com.couponengine.core.error.CouponEngineException if the guard cannot be reached or did not answer; a lease
     *     may have been taken all the same
     */
    boolean enter(String key, String token, Duration lease);

    /**
     * Ends a lease at once, if it is this token's; else does nothing.
     *
     * @throws com.couponengine.core.error.CouponEngineException if the guard cannot be reached; the lease ends by itself
     */
    void leave(String key, String token);
}
