package com.couponengine.stats;

import com.couponengine.core.architecture.ModuleArchitectureContract;
import java.util.List;

final class StatsArchitectureTest extends ModuleArchitectureContract {

    StatsArchitectureTest() {
        super("com.couponengine.stats", List.of("com.couponengine.core..", "redis.clients..", "com.clickhouse.."));
    }
}
