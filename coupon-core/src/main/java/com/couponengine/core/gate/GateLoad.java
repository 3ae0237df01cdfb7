package com.couponengine.core.gate;

import com.couponengine.core.error.Mistakes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a gate is loaded with.
 *
 * @param share which share
 * @param epoch the share's epoch, as raised by the repository for this load
 * @param quota units that the share has in all, given ones included, or null for no limit: as many users may come to be
 *     counted
 * @param remaining units that may still be given, or null for no limit
 * @param perUserLimit units that one user may get, or null for no limit
 * @param expiresAt when the gate may forget the share: after the grab's end and a grace
 */
public record GateLoad(
        ShareId share,
        long epoch,
        @Nullable Long quota,
        @Nullable Long remaining,
        @Nullable Integer perUserLimit,
        Instant expiresAt) {
    public GateLoad {
        Mistakes.given("share", share);
        Mistakes.given("expiresAt", expiresAt);
    }
}
