package com.couponengine.examples.benchmarks.load;

import org.HdrHistogram.Histogram;

/**
 * What one run gave.
 *
 * @param opsPerSecond operations in a second
 * @param p50Millis half of the operations took no longer
 * @param p99Millis 99 of 100 operations took no longer
 * @param hostCpuMicros processor time of the host JVM for one operation, the callers' included
 * @param serverCpuMicros processor time of all servers for one operation
 */
public record Measurement(
        double opsPerSecond, double p50Millis, double p99Millis, double hostCpuMicros, double serverCpuMicros) {

    static Measurement of(long operations, double seconds, Histogram latencies, CpuTime used) {
        double each = 1e6 / Math.max(1, operations);
        return new Measurement(
                operations / seconds,
                latencies.getValueAtPercentile(50) / 1e3,
                latencies.getValueAtPercentile(99) / 1e3,
                used.hostSeconds() * each,
                used.serverSeconds() * each);
    }
}
