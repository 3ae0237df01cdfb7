package com.couponengine.core.grab.internal;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateState;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What this process knows of a template: a recent copy, and which of its shares are sold out. Thread-safe. */
public final class Campaign {
    private final SoldOutLatch[] latches;
    private final ReentrantLock reading = new ReentrantLock();
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private final long ageNanosMax;
    private volatile @Nullable Template template;
    private volatile boolean isRead;
    private volatile long readAt;
    private volatile @Nullable CouponEngineException failure;
    private boolean wasTried;
    private long triedAt;

    /** A campaign of which nothing was read yet. */
    Campaign(int sources, long ageNanosMax, long latchNanos) {
        this.ageNanosMax = ageNanosMax;
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

    /** Whether the copy is young enough to refuse from. */
    boolean isFresh() {
        return isRead && System.nanoTime() - readAt <= ageNanosMax;
    }

    /**
     * Whether a grab may go on with the copy, however old: the terms of a template that was published never change, and
     * whatever else is in it the database decides.
     */
    boolean isOfUse() {
        Template copy = template;
        return (copy != null && copy.state() != TemplateState.DRAFT) || isFresh();
    }

    /** Has the copy read afresh behind the callers' backs, from half of its age limit on, so that it stays fresh. */
    void refresh(Supplier<@Nullable Template> database, Executor background) {
        if (System.nanoTime() - readAt <= ageNanosMax / 2 || !refreshing.compareAndSet(false, true)) {
            return;
        }
        try {
            background.execute(() -> {
                try {
                    tryToRead(database);
                } finally {
                    refreshing.set(false);
                }
            });
        } catch (RejectedExecutionException e) {
            refreshing.set(false); // the engine is closing
        }
    }

    /**
     * Reads afresh if the copy is of no use: the first caller reads, and those who come meanwhile wait for it and share
     * its outcome.
     *
     * @throws CouponEngineException as the database does
     */
    void read(Supplier<@Nullable Template> database) {
        long arrived = System.nanoTime();
        reading.lock();
        try {
            if (isOfUse()) {
                return; // read since the caller looked
            }
            if (!wasTried || triedAt - arrived < 0) {
                tryToRead(database);
                triedAt = System.nanoTime();
                wasTried = true;
            }
        } finally {
            reading.unlock();
        }
        CouponEngineException cause = failure;
        if (cause != null) {
            throw cause;
        }
    }

    private void tryToRead(Supplier<@Nullable Template> database) {
        try {
            template = database.get();
            readAt = System.nanoTime();
            isRead = true;
            failure = null;
        } catch (CouponEngineException e) {
            failure = e;
        }
    }
}
