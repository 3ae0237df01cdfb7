package com.couponengine.core.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where concurrent callers share calls: they put their wishes down, one worker picks up all that lie there and carries
 * them out in one go. No timer: a lone wish is picked up at once, and batches grow by themselves while the worker is
 * busy. Bounded.
 *
 * @param <T> a wish; the worker must see to it that each is answered
 */
public final class Lane<T extends Lane.Wish> implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Lane.class);
    private static final int SPINS = 50;

    /** Something that waits for an answer. */
    public interface Wish {
        /** The worker failed with this cause; or, with null, the lane was closed before the wish was picked up. */
        void fail(@Nullable Throwable cause);
    }

    private final Queue<T> wishes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final int capacity;
    private final int batchMax;
    private final Consumer<List<T>> work;
    private final Thread worker;
    private volatile boolean parked;
    private volatile boolean closed;

    /**
     * Starts a lane.
     *
     * @param name of its daemon thread
     * @param capacity how many wishes may wait
     * @param batchMax how many are carried out in one go
     * @param work carries out a batch, which it must not keep
     */
    public Lane(String name, int capacity, int batchMax, Consumer<List<T>> work) {
        this.capacity = capacity;
        this.batchMax = batchMax;
        this.work = work;
        this.worker = new Thread(this::run, name);
        worker.setDaemon(true);
        worker.start();
    }

    /** Puts a wish down. Returns at once: false if the lane is full or closed, and then nothing was put down. */
    public boolean offer(T wish) {
        if (closed || waiting.get() >= capacity) {
            return false;
        }
        waiting.incrementAndGet();
        wishes.add(wish);
        if (parked) {
            LockSupport.unpark(worker);
        }
        if (closed && !worker.isAlive()) {
            failAll(); // it was put down while the worker left
        }
        return true;
    }

    /** Wishes that are not picked up yet. */
    public int waiting() {
        return waiting.get();
    }

    private void run() {
        List<T> batch = new ArrayList<>(batchMax);
        while (await()) {
            fill(batch);
            waiting.addAndGet(-batch.size());
            try {
                work.accept(batch);
            } catch (RuntimeException | Error e) {
                log.error("{}: a batch of {} failed", worker.getName(), batch.size(), e);
                batch.forEach(left -> left.fail(e));
            }
            batch.clear();
        }
        failAll();
    }

    private void fill(List<T> batch) {
        while (batch.size() < batchMax) {
            T wish = wishes.poll();
            if (wish == null) {
                return;
            }
            batch.add(wish);
        }
    }

    /** Waits for a wish; false if the lane is closed and empty. */
    private boolean await() {
        for (int spin = 0; wishes.isEmpty(); spin++) {
            if (closed) {
                return !wishes.isEmpty();
            }
            if (spin < SPINS) {
                Thread.onSpinWait();
                continue;
            }
            parked = true;
            if (wishes.isEmpty() && !closed) {
                LockSupport.park(this);
            }
            parked = false;
        }
        return true;
    }

    private void failAll() {
        for (T wish = wishes.poll(); wish != null; wish = wishes.poll()) {
            waiting.decrementAndGet();
            wish.fail(null);
        }
    }

    /** Takes no more wishes, carries out those that lie there, and waits some seconds for the worker to end. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(worker);
        try {
            worker.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
