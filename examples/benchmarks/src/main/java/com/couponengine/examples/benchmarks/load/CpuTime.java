package com.couponengine.examples.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Processor time that was used: by this JVM, callers included, and by the servers that it started. */
public record CpuTime(double hostSeconds, double serverSeconds) {
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
}
