package com.couponengine.examples.benchmarks.redeem;

import com.couponengine.examples.benchmarks.load.Contender;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Coupons that a run may redeem, laid out before it. Thread-safe. */
final class Unused {
    private static final int CHUNK = 1_000;

    /** A coupon and its owner. */
    record Owned(long userId, String code) {}

    /** Lays out coupons of users with these ids. */
    interface Layer {
        List<Owned> lay(long firstUser, int count) throws Exception;
    }

    private final Queue<Owned> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicLong users = new AtomicLong(1);

    void fill(int count, Layer layer) throws Exception {
        while (left.get() < count) {
            List<Owned> laid = layer.lay(users.getAndAdd(CHUNK), CHUNK);
            queue.addAll(laid);
            left.addAndGet(laid.size());
        }
    }

    /** The next one. Throws if all are used: then the run is over. */
    Owned take() {
        Owned next = queue.poll();
        if (next == null) {
            throw new Contender.UsedUpException();
        }
        left.decrementAndGet();
        return next;
    }
}
