package com.couponengine.core.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Many threads that set off at the same moment. */
public final class Race {
    /** The usual number of threads. */
    public static final int THREADS = 64;

    /** Only to end a test that hangs; no test depends on how long it is. */
    private static final long HANGING_SECONDS = 180;

    private Race() {}

    /** What one thread of a race does. */
    @FunctionalInterface
    public interface Runner<T> {
        /**
         * Runs.
         *
         * @param number the thread's number, from 0
         */
        T run(int number) throws Exception;
    }

    /** Runs on 64 threads, see {@link #run(int, Runner)}. */
    public static <T> List<T> run(Runner<T> runner) {
        return run(THREADS, runner);
    }

    /** Runs on so many threads at once and answers what they answered, by their number; fails if one of them failed. */
    public static <T> List<T> run(int threads, Runner<T> runner) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch go = new CountDownLatch(1);
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                futures.add(pool.submit(() -> {
                    ready.countDown();
                    go.await();
                    return runner.run(number);
                }));
            }
            ready.await();
            go.countDown();
            List<T> answers = new ArrayList<>();
            for (Future<T> future : futures) {
                answers.add(future.get(HANGING_SECONDS, TimeUnit.SECONDS));
            }
            return answers;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("the race was interrupted", e);
        } catch (ExecutionException e) {
            throw new AssertionError("a thread of the race failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("a thread of the race hangs", e);
        } finally {
            pool.shutdownNow();
        }
    }
}
