package com.couponengine.examples.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Processor time that was used: by this JVM, callers included, and by the servers that it started. */
public record CpuTime(double hostSeconds, double serverSeconds) {
    private static final int LOOKS_MAX = 25;
    private static final long LOOK_MILLIS = 200;
    /** Of one core, used by all together. */
    private static final double REST = 0.15;

    static CpuTime now() {
        double host =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
        double servers = ProcessHandle.current()
                .descendants()
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToDouble(Duration::toNanos)
                .sum();
        return new CpuTime(host / 1e9, servers / 1e9);
    }

    CpuTime minus(CpuTime before) {
        return new CpuTime(hostSeconds - before.hostSeconds, serverSeconds - before.serverSeconds);
    }

    /**
     * Waits until host and servers have come to rest: what one run leaves to be written and cleared away is not to be
     * paid by the next. Goes on after some seconds all the same.
     */
    static void awaitRest() throws InterruptedException {
        for (int i = 0; i < LOOKS_MAX; i++) {
            CpuTime before = now();
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            CpuTime used = now().minus(before);
            if (used.hostSeconds + used.serverSeconds < REST * LOOK_MILLIS / 1_000) {
                return;
            }
        }
    }
}
