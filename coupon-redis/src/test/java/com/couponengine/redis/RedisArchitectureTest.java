package com.couponengine.redis;

import com.couponengine.core.architecture.ModuleArchitectureContract;
import java.util.List;

final class RedisArchitectureTest extends ModuleArchitectureContract {

    RedisArchitectureTest() {
        super(
                "com.couponengine.redis",
                List.of("com.couponengine.core..", "redis.clients..", "org.apache.commons.pool2.."));
    }
}
