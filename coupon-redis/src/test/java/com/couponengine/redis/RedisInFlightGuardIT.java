package com.couponengine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.contract.InFlightGuardContract;
import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.redeem.InFlightGuard;
import com.couponengine.core.server.FaultProxy;
import com.couponengine.redis.server.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class RedisInFlightGuardIT extends InFlightGuardContract {
    private RedisStockGate gate;

    @Override
    protected InFlightGuard open() {
        gate = TestGates.at(RedisServer.shared()).connections(64).build();
        return gate.inFlightGuard();
    }

    @AfterEach
    void close() {
        gate.close();
    }

    @Test
    void aServerThatIsSilentIsGivenUp() {
        try (FaultProxy proxy = FaultProxy.before(RedisServer.shared().port());
                RedisStockGate far = RedisStockGate.builder()
                        .uri("redis://127.0.0.1:" + proxy.port())
                        .build()) {
            InFlightGuard guard = far.inFlightGuard();
            assertThat(guard.enter("silent", "a", Duration.ofSeconds(1))).isTrue();
            proxy.blackHole();
            assertThatThrownBy(() -> guard.enter("silent", "b", Duration.ofSeconds(1)))
                    .isInstanceOf(CouponEngineException.class);
            proxy.normal();
        }
    }
}
