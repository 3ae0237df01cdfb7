package com.couponengine.core.memory;

import com.couponengine.core.gate.ShareId;
import com.couponengine.core.store.ShareStock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A counter row. Guarded by the repository's lock. */
final class Counter {
    final ShareId share;

    @Nullable
    Long quota;

    long issued;
    long epoch = 1;

    Counter(ShareId share) {
        this.share = share;
    }

    ShareStock stock() {
        return new ShareStock(share, quota, issued, epoch);
    }

    boolean isEmpty() {
        return quota != null && issued >= quota;
    }

    /** Shares a total out: each keeps what it has issued, what is left is spread evenly. */
    static void share(@Nullable Long total, List<Counter> counters) {
        if (total == null) {
            counters.forEach(counter -> counter.quota = null);
            return;
        }
        long left =
                total - counters.stream().mapToLong(counter -> counter.issued).sum();
        int sources = counters.size();
        for (int i = 0; i < sources; i++) {
            Counter counter = counters.get(i);
            counter.quota = counter.issued + left / sources + (i < left % sources ? 1 : 0);
        }
    }
}
