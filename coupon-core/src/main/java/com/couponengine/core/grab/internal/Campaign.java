package com.couponengine.core.grab.internal;

import com.couponengine.core.template.Template;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What this process knows of a template: a recent copy, and which of its shares are sold out. Thread-safe. */
public final class Campaign {
    private final SoldOutLatch[] latches;
    private volatile @Nullable Template template;
    private volatile long loadedAt;

    Campaign(@Nullable Template template, int sources, long latchNanos) {
        this.latches = IntStream.range(0, sources)
                .mapToObj(source -> new SoldOutLatch(latchNanos))
                .toArray(SoldOutLatch[]::new);
        update(template);
    }

    /** The template as it was read last, or null if there is none. */
    @Nullable
    Template template() {
        return template;
    }

    /** The latch of a data source's share. */
    public SoldOutLatch latch(int source) {
        return latches[source];
    }

    /** Whether every share is known to be sold out. */
    boolean isSoldOut() {
        for (SoldOutLatch latch : latches) {
            if (!latch.isClosed()) {
                return false;
            }
        }
        return true;
    }

    long ageNanos() {
        return System.nanoTime() - loadedAt;
    }

    void update(@Nullable Template read) {
        template = read;
        loadedAt = System.nanoTime();
    }
}
