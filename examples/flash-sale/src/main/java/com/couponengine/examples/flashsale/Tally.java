package com.couponengine.examples.flashsale;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Counts the outcomes of one kind of call, and how long they took. Thread-safe. */
final class Tally {
    private final Map<String, LongAdder> outcomes = new ConcurrentHashMap<>();
    private final Histogram micros = new ConcurrentHistogram(TimeUnit.MINUTES.toMicros(10), 3);
    private volatile long start = System.nanoTime();
    private volatile long end;

    void add(Enum<?> outcome, long nanos) {
        outcomes.computeIfAbsent(outcome.name(), name -> new LongAdder()).increment();
        micros.recordValue(Math.min(TimeUnit.NANOSECONDS.toMicros(nanos), micros.getHighestTrackableValue()));
    }

    /** The calls begin now. */
    void begin() {
        start = System.nanoTime();
    }

    void end() {
        end = System.nanoTime();
    }

    /** Outcomes by name. */
    Map<String, Long> outcomes() {
        Map<String, Long> sums = new TreeMap<>();
        outcomes.forEach((name, count) -> sums.put(name, count.sum()));
        return sums;
    }

    double perSecond() {
        return micros.getTotalCount() / Math.max(1e-9, (end - start) / 1e9);
    }

    double percentileMillis(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1e3;
    }
}
