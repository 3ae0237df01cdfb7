package com.couponengine.core.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couponengine.core.code.CouponCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LanesTest {
    private final BlockingQueue<List<Integer>> batches = new LinkedBlockingQueue<>();
    private final Semaphore mayWork = new Semaphore(0);
    private final AtomicInteger failed = new AtomicInteger();

    /** A wish about a coupon of this table. */
    private final class Wish implements Lane.Wish {
        private final int table;

        Wish(int table) {
            this.table = table;
        }

        @Override
        public void fail(@Nullable Throwable cause) {
            failed.incrementAndGet();
        }
    }

    /** Tells of each batch, and then waits until it may be carried out. */
    private void work(List<Wish> batch) {
        batches.add(batch.stream().map(wish -> wish.table).toList());
        mayWork.acquireUninterruptibly();
    }

    private Lanes<Wish> lanes(int count, int capacity, int batchMax, Consumer<List<Wish>> work) {
        return new Lanes<>("lanes-test", count, 1, capacity, batchMax, work);
    }

    private List<Integer> nextBatch() throws InterruptedException {
        List<Integer> batch = batches.poll(30, TimeUnit.SECONDS);
        assertTrue(batch != null, "no batch came");
        return batch;
    }

    @Test
    void aLoneWishIsCarriedOutWithoutWaitingForOthers() throws InterruptedException {
        try (Lanes<Wish> lanes = lanes(1, 100, 100, this::work)) {
            lanes.offer(63, new Wish(63));
            assertEquals(List.of(63), nextBatch());
            mayWork.release(1);
        }
    }

    @Test
    void whatComesWhileABatchIsCarriedOutSharesTheNextOne() throws InterruptedException {
        try (Lanes<Wish> lanes = lanes(1, 1_000, 100, this::work)) {
            lanes.offer(0, new Wish(0));
            assertEquals(List.of(0), nextBatch());
            for (int table = 0; table < CouponCode.TABLES; table++) {
                lanes.offer(table, new Wish(table));
            }
            mayWork.release();
            assertEquals(IntStream.range(0, CouponCode.TABLES).boxed().toList(), nextBatch());
            mayWork.release();
        }
    }

    @Test
    void aBatchIsNeverLargerThanItMayBeAndWhatIsLeftFollows() throws InterruptedException {
        try (Lanes<Wish> lanes = lanes(1, 1_000, 30, this::work)) {
            lanes.offer(0, new Wish(0));
            nextBatch();
            for (int i = 0; i < 70; i++) {
                lanes.offer(1, new Wish(1));
            }
            mayWork.release(10);
            assertEquals(
                    List.of(30, 30, 10),
                    List.of(nextBatch().size(), nextBatch().size(), nextBatch().size()));
        }
    }

    @Test
    void aFullLaneTakesNoMore() throws InterruptedException {
        try (Lanes<Wish> lanes = lanes(1, 2, 100, this::work)) {
            lanes.offer(0, new Wish(0));
            nextBatch();
            assertTrue(lanes.offer(0, new Wish(0)));
            assertTrue(lanes.offer(63, new Wish(63)));
            assertFalse(lanes.offer(0, new Wish(0)));
            assertFalse(lanes.offer(63, new Wish(63)));
            mayWork.release(10);
        }
    }

    private void offerToAllTables(Lanes<Wish> lanes, int wishes) {
        for (int i = 0; i < wishes; i++) {
            lanes.offer(i % CouponCode.TABLES, new Wish(i % CouponCode.TABLES));
        }
    }

    @Test
    void moreLanesAreUsedTheMoreWishesAreUnderWay() throws InterruptedException {
        try (Lanes<Wish> lanes = lanes(4, 5_000, 1_000, this::work)) {
            lanes.offer(63, new Wish(63));
            assertEquals(List.of(63), nextBatch(), "one lane serves all tables");
            offerToAllTables(lanes, 100);
            List<Integer> ofSecond = nextBatch(); // although the first lane has not come back
            assertTrue(ofSecond.stream().allMatch(table -> table >= 32), ofSecond::toString);
            offerToAllTables(lanes, 4_000);
            List<Integer> ofOthers = new ArrayList<>(nextBatch()); // although neither of the two has
            ofOthers.addAll(nextBatch());
            assertTrue(ofOthers.stream().allMatch(table -> table >= 32), ofOthers::toString);
            mayWork.release(100);
        }
    }

    @Test
    void everyWishIsCarriedOutOrFailedOnceThoughTheLanesAreClosedMeanwhile() throws InterruptedException {
        AtomicInteger done = new AtomicInteger();
        AtomicInteger taken = new AtomicInteger();
        Lanes<Wish> lanes = lanes(4, 100, 10, batch -> done.addAndGet(batch.size()));
        CountDownLatch some = new CountDownLatch(1_000);
        List<Thread> threads = IntStream.range(0, 8)
                .mapToObj(number -> new Thread(() -> {
                    for (int i = 0; i < 20_000; i++) {
                        if (lanes.offer(i % CouponCode.TABLES, new Wish(i % CouponCode.TABLES))) {
                            taken.incrementAndGet();
                        }
                        some.countDown();
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        some.await();
        lanes.close();
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(taken.get(), done.get() + failed.get());
    }

    @Test
    void aBatchWhoseWorkFailsFailsItsWishesAndTheLaneGoesOn() throws InterruptedException {
        CountDownLatch second = new CountDownLatch(1);
        try (Lanes<Wish> lanes = lanes(1, 100, 100, batch -> {
            if (batch.get(0).table == 1) {
                throw new IllegalStateException("planted");
            }
            second.countDown();
        })) {
            lanes.offer(1, new Wish(1));
            lanes.offer(2, new Wish(2));
            assertTrue(second.await(30, TimeUnit.SECONDS) || failed.get() == 2);
        }
        assertTrue(failed.get() >= 1);
    }
}
