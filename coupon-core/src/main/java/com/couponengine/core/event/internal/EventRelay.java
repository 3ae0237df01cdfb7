package com.couponengine.core.event.internal;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventPublisher;
import com.couponengine.core.event.Outbox;
import com.couponengine.core.metrics.internal.Counters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries events from the outbox to the publisher, stream by stream, always from the first batch that is not
 * acknowledged. Any number of hosts may do it at once: batches then arrive more than once, but never out of order.
 * Rounds keep a distance while events flow, so that one round serves many transactions.
 */
public final class EventRelay implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EventRelay.class);
    private static final int BATCHES_MAX = 200;
    private static final long DISTANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Outbox outbox;
    private final EventPublisher publisher;
    private final Counters counters;
    private final long idleNanos;
    private final List<Source> sources;
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean nudged;

    /** @param idle how often it looks by itself for events of other hosts */
    public EventRelay(Outbox outbox, EventPublisher publisher, Duration idle, Counters counters) {
        this.outbox = outbox;
        this.publisher = publisher;
        this.counters = counters;
        this.idleNanos = idle.toNanos();
        this.sources =
                IntStream.range(0, outbox.sources()).mapToObj(Source::new).toList();
        this.thread = new Thread(this::run, "coupon-relay");
        thread.setDaemon(true);
    }

    /** What a round has come to. */
    private enum Round {
        /** Nothing waits. */
        EMPTY,
        /** Something was carried, or has to be acknowledged. */
        CARRIED,
        /** More waits than was taken. */
        FULL
    }

    public void start() {
        thread.start();
    }

    /** Events may wait: look soon. */
    public void nudge() {
        if (!nudged) {
            nudged = true;
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            nudged = false;
            Round round = Round.EMPTY;
            for (Source source : sources) {
                Round of = closed ? Round.EMPTY : source.carry();
                round = of.compareTo(round) > 0 ? of : round;
            }
            if (round == Round.CARRIED) {
                sleep(DISTANCE_NANOS);
            } else if (round == Round.EMPTY && !nudged && !closed) {
                LockSupport.parkNanos(this, idleNanos);
            }
        }
    }

    /** Unlike parking, does not end when events come. */
    private void sleep(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !closed; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }

    /** The streams of one data source, which wait for no other. */
    private final class Source {
        private final int number;
        /** What the publisher has, and the outbox has not noted yet. */
        private final Map<Integer, Long> safe = new TreeMap<>();

        Source(int number) {
            this.number = number;
        }

        /** Carries what waits. One thread at a time, as the publisher wants it. */
        synchronized Round carry() {
            try {
                List<EventBatch> batches = outbox.next(number, safe, BATCHES_MAX);
                safe.clear();
                Map<Integer, List<EventBatch>> byStream = new TreeMap<>();
                batches.forEach(batch -> byStream.computeIfAbsent(batch.stream(), stream -> new ArrayList<>())
                        .add(batch));
                boolean full = false;
                for (List<EventBatch> ofStream : byStream.values()) {
                    full |= publish(ofStream) == BATCHES_MAX;
                }
                return full ? Round.FULL : safe.isEmpty() ? Round.EMPTY : Round.CARRIED;
            } catch (CouponEngineException e) {
                log.warn("events of data source {} wait: {}", number, e.getMessage());
            } catch (RuntimeException e) {
                log.error("events of data source {} wait", number, e);
            }
            return Round.EMPTY;
        }

        private int publish(List<EventBatch> ofStream) {
            int stream = ofStream.get(0).stream();
            try {
                int count = publisher.publish(ofStream);
                if (count > 0) {
                    safe.put(stream, ofStream.get(count - 1).seq());
                    counters.published(ofStream.subList(0, count));
                }
                return count;
            } catch (RuntimeException e) {
                log.error("events of stream {} wait: the publisher failed", stream, e);
                return 0;
            }
        }

        /** Notes what is safe, so that it is not published again. */
        synchronized void acknowledge() {
            if (!safe.isEmpty()) {
                try {
                    var unused = outbox.next(number, safe, 1);
                    safe.clear();
                } catch (CouponEngineException e) {
                    log.warn("events of data source {} will be published again: {}", number, e.getMessage());
                }
            }
        }
    }

    /** Carries everything that waits now, on this thread. For hosts that shut down, and for tests. */
    public void drain() {
        for (Source source : sources) {
            Round round = Round.FULL;
            while (round != Round.EMPTY) {
                round = source.carry();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sources.forEach(Source::acknowledge);
    }
}
