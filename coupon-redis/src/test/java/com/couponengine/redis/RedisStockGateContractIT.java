package com.couponengine.redis;

import com.couponengine.core.contract.GateFixture;
import com.couponengine.core.contract.StockGateContract;
import com.couponengine.redis.server.RedisServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;

@DisplayName("The gate on one Redis server")
@Timeout(120)
final class RedisStockGateContractIT extends StockGateContract {
    @Override
    protected GateFixture open() {
        RedisServer server = RedisServer.shared();
        return new RedisGateFixture(TestGates.at(server).connections(64), TestGates.raw(server));
    }
}
