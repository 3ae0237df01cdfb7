package com.couponengine.redis;

import com.couponengine.core.contract.GateFixture;
import com.couponengine.core.contract.StockGateContract;
import com.couponengine.redis.server.RedisClusterServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;

/** B11: what works on one server must work where keys of different slots cannot meet. */
@DisplayName("The gate on a cluster")
@Timeout(120)
final class RedisClusterContractIT extends StockGateContract {
    private static RedisClusterServers cluster;

    @BeforeAll
    static void start() {
        cluster = RedisClusterServers.start();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Override
    protected GateFixture open() {
        return new RedisGateFixture(
                TestGates.patient().cluster(TestGates.addresses(cluster)).connections(64), TestGates.raw(cluster));
    }
}
