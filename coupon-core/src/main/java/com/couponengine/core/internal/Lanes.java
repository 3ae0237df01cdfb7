package com.couponengine.core.internal;

import com.couponengine.core.code.CouponCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Lanes side by side, of which each takes a contiguous range of tables. No more of them are used than the wishes under
 * way can fill: a commit costs the same however many share it.
 *
 * @param <T> see {@link Lane}
 */
public final class Lanes<T extends Lane.Wish> implements AutoCloseable {
    /** With fewer wishes under way a commit costs more than its rows, and one lane does. */
    private static final int WISHES_OF_TWO = 48;
    /**
     * Two lanes keep a server at work while one of them waits for the disk or for this process. More are used only when
     * each has so many wishes that its batches hardly gain by more.
     */
    private static final int WISHES_PER_LANE = 1_024;

    private final int sources;
    private final List<Lane<T>> lanes = new ArrayList<>();
    private final AtomicInteger underWay = new AtomicInteger();

    /**
     * Starts the lanes.
     *
     * @param name of their daemon threads, to which their number is added
     * @param count at the most; a multiple of the number of data sources
     * @param sources data sources; as many lanes are in use for each, so that none of them waits for another
     * @param capacity how many wishes may wait in each
     * @param batchMax how many are carried out in one go
     * @param work carries out a batch, which it must not keep
     */
    public Lanes(String name, int count, int sources, int capacity, int batchMax, Consumer<List<T>> work) {
        this.sources = sources;
        for (int i = 0; i < count; i++) {
            lanes.add(new Lane<>(name + "-" + i, capacity, batchMax, batch -> {
                try {
                    work.accept(batch);
                } finally {
                    underWay.addAndGet(-batch.size());
                }
            }));
        }
    }

    /** Puts a wish about a coupon of this table down. Returns at once: false if its lane is full or closed. */
    public boolean offer(int table, T wish) {
        int most = lanes.size() / sources;
        int used = Math.min(most, filledBy(underWay.incrementAndGet() / sources)) * sources;
        boolean taken = lanes.get(table * used / CouponCode.TABLES).offer(wish);
        if (!taken) {
            underWay.decrementAndGet();
        }
        return taken;
    }

    private static int filledBy(int wishes) {
        return wishes < WISHES_OF_TWO ? 1 : Math.max(2, (wishes + WISHES_PER_LANE / 2) / WISHES_PER_LANE);
    }

    /** Wishes that are not picked up yet. */
    public int waiting() {
        return lanes.stream().mapToInt(Lane::waiting).sum();
    }

    @Override
    public void close() {
        lanes.forEach(Lane::close);
    }
}
