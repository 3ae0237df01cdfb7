package com.couponengine.examples.benchmarks.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Puts a contender under the load of a number of callers: some time to warm up, then the time that counts. Operations
 * count that end in it; their latencies are counted where they also began in it.
 */
public final class Load {
    private static final long LATENCY_MICROS_MAX = TimeUnit.SECONDS.toMicros(60);
    private static final Duration END_LIMIT = Duration.ofSeconds(60);

    private final int callers;
    private final AtomicLong numbers;
    private final Histogram latencies = new ConcurrentHistogram(LATENCY_MICROS_MAX, 3);
    private final AtomicLong done = new AtomicLong();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile long countFrom = Long.MAX_VALUE;
    private volatile boolean stopped;
    private volatile long endedAt;

    private Load(int callers, AtomicLong numbers) {
        this.callers = callers;
        this.numbers = numbers;
    }

    /**
     * Runs one load.
     *
     * @param numbers where operations get their numbers from
     * @throws IllegalStateException if an operation failed
     */
    public static Measurement run(
            Contender contender, int callers, AtomicLong numbers, Duration warmUp, Duration counted)
            throws InterruptedException {
        return new Load(callers, numbers).run(contender, warmUp, counted);
    }

    private Measurement run(Contender contender, Duration warmUp, Duration counted) throws InterruptedException {
        CpuTime.awaitRest();
        List<Thread> threads = start(contender);
        pause(warmUp);
        CpuTime before = CpuTime.now();
        long doneBefore = done.get();
        long start = System.nanoTime();
        countFrom = start;
        pause(counted);
        long operations = done.get() - doneBefore;
        double seconds = ((endedAt == 0 ? System.nanoTime() : endedAt) - start) / 1e9;
        CpuTime used = CpuTime.now().minus(before);
        stopped = true;
        long deadline = System.nanoTime() + END_LIMIT.toNanos();
        for (Thread thread : threads) {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
        }
        while (running.get() > 0 && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        if (seconds <= 0) {
            throw new IllegalStateException(contender.name() + ": what was prepared is used up before it is warm");
        }
        Throwable cause = failure.get();
        if (cause != null || running.get() > 0) {
            throw new IllegalStateException(
                    contender.name() + ": " + (cause == null ? running.get() + " callers hang" : cause), cause);
        }
        return Measurement.of(operations, seconds, latencies, used);
    }

    private void pause(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (!stopped && System.nanoTime() < end) {
            TimeUnit.NANOSECONDS.sleep(Math.min(20_000_000, Math.max(1, end - System.nanoTime())));
        }
    }

    private List<Thread> start(Contender contender) {
        List<Thread> threads = new ArrayList<>();
        if (contender instanceof Contender.Blocking blocking) {
            for (int i = 0; i < callers; i++) {
                threads.add(thread(() -> blocking.once(numbers.getAndIncrement()), 1));
            }
        } else if (contender instanceof Contender.Bulk bulk) {
            for (int i = 0; i < bulk.threads(); i++) {
                int thread = i;
                int size = bulk.size(callers);
                threads.add(thread(() -> bulk.bulk(thread, numbers.getAndAdd(size), size), size));
            }
        } else if (contender instanceof Contender.Async async) {
            running.addAndGet(callers);
            threads.add(new Thread(() -> {
                for (int i = 0; i < callers; i++) {
                    next(async);
                }
            }));
        }
        threads.forEach(Thread::start);
        return threads;
    }

    private interface Step {
        void run() throws Exception;
    }

    private Thread thread(Step step, int operations) {
        running.incrementAndGet();
        return new Thread(() -> {
            try {
                while (!stopped) {
                    long start = System.nanoTime();
                    step.run();
                    ended(start, operations);
                }
            } catch (Throwable e) {
                failed(e);
            } finally {
                running.decrementAndGet();
            }
        });
    }

    /** Keeps one caller going until an answer has to be waited for; goes on from there when it comes. */
    private void next(Contender.Async async) {
        try {
            while (!stopped) {
                long start = System.nanoTime();
                CompletionStage<?> answer = async.start(numbers.getAndIncrement());
                if (!answer.toCompletableFuture().isDone()) {
                    var unused = answer.whenComplete((ok, error) -> {
                        if (error != null) {
                            failed(error);
                            running.decrementAndGet();
                        } else {
                            ended(start, 1);
                            next(async);
                        }
                    });
                    return;
                }
                answer.toCompletableFuture().join();
                ended(start, 1);
            }
        } catch (Throwable e) {
            failed(e);
        }
        running.decrementAndGet();
    }

    private void ended(long start, int operations) {
        done.addAndGet(operations);
        if (start >= countFrom && !stopped) {
            long micros = (System.nanoTime() - start) / 1_000;
            latencies.recordValue(Math.min(micros, LATENCY_MICROS_MAX));
        }
    }

    private void failed(Throwable error) {
        if (error instanceof Contender.UsedUpException) {
            endedAt = stopped ? endedAt : System.nanoTime();
        } else {
            failure.compareAndSet(null, error);
        }
        stopped = true;
    }
}
