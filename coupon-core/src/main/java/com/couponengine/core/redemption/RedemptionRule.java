package com.couponengine.core.redemption;

import java.time.Instant;

/** Decides commands on locked coupons. Pure and thread-safe; {@link RedemptionRules} is the engine's. */
@FunctionalInterface
public interface RedemptionRule {
    /**
     * The decision.
     *
     * @param now by the repository's clock, read after the lock
     */
    Decision decide(RedemptionCommand command, LockedCoupon locked, Instant now);
}
