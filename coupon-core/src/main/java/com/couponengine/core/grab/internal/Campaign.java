package com.couponengine.core.grab.internal;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.template.Template;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What this process knows of a template: a recent copy, and which of its shares are sold out. Thread-safe. */
public final class Campaign {
    private final SoldOutLatch[] latches;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile @Nullable Template template;
    private volatile boolean isRead;
    private volatile long readAt;
    private volatile @Nullable CouponEngineException failure;
    private boolean wasTried;
    private long triedAt;

    /** A campaign of which nothing was read yet. */
    Campaign(int sources, long latchNanos) {
        this.latches = IntStream.range(0, sources)
                .mapToObj(source -> new SoldOutLatch(latchNanos))
                .toArray(SoldOutLatch[]::new);
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

    /** How long ago it was read; the greatest number if never. */
    long ageNanos() {
        return isRead ? System.nanoTime() - readAt : Long.MAX_VALUE;
    }

    void update(@Nullable Template read) {
        template = read;
        readAt = System.nanoTime();
        isRead = true;
        failure = null;
    }

    /** Whether the copy could not be replaced when that was tried last, so that nobody should wait for it again. */
    boolean servesOn() {
        return isRead && failure != null;
    }

    /**
     * Reads afresh: the first caller reads, and those who come meanwhile wait for it and share its outcome. A copy that
     * cannot be replaced serves on.
     *
     * @throws CouponEngineException if there is no copy and the database does not give one
     */
    void read(Supplier<@Nullable Template> database) {
        long arrived = System.nanoTime();
        reading.lock();
        try {
            if (!wasTried || triedAt - arrived < 0) {
                tryToRead(database);
                triedAt = System.nanoTime();
                wasTried = true;
            }
        } finally {
            reading.unlock();
        }
        CouponEngineException cause = failure;
        if (!isRead && cause != null) {
            throw cause;
        }
    }

    private void tryToRead(Supplier<@Nullable Template> database) {
        try {
            update(database.get());
        } catch (CouponEngineException e) {
            failure = e;
        }
    }
}
