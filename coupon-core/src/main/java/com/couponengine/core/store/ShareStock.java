package com.couponengine.core.store;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.gate.ShareId;
import org.jspecify.annotations.Nullable;

/**
 * A counter row.
 *
 * @param share which one
 * @param quota the units that this data source owns, or null for no limit
 * @param issued the coupons issued here
 * @param epoch the gate's epoch
 */
public record ShareStock(ShareId share, @Nullable Long quota, long issued, long epoch) {
    public ShareStock {
        Mistakes.given("share", share);
    }

    /** Units that may still be issued here, or null for no limit. */
    public @Nullable Long remaining() {
        return quota == null ? null : quota - issued;
    }
}
