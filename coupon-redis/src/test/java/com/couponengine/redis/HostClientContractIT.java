package com.couponengine.redis;

import com.couponengine.core.contract.GateFixture;
import com.couponengine.core.contract.StockGateContract;
import com.couponengine.redis.server.RedisServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.RedisClient;

@DisplayName("The gate on a client of the host's")
@Timeout(120)
final class HostClientContractIT extends StockGateContract {
    @Override
    protected GateFixture open() {
        RedisClient client = TestGates.raw(RedisServer.shared());
        return new RedisGateFixture(TestGates.patient().client(client), client);
    }
}
