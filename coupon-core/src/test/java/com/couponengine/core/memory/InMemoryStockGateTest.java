package com.couponengine.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.TimeSource;
import com.couponengine.core.contract.GateFixture;
import com.couponengine.core.contract.MovableClock;
import com.couponengine.core.contract.StockGateContract;
import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class InMemoryStockGateTest extends StockGateContract {

    @Override
    protected GateFixture open() {
        InMemoryStockGate gate = new InMemoryStockGate(TimeSource.system());
        return new GateFixture() {
            @Override
            public StockGate gate() {
                return gate;
            }

            @Override
            public long entries(ShareId share) {
                return gate.sharesKept();
            }

            @Override
            public int countOf(ShareId share, long userId) {
                return gate.countOf(share, userId);
            }

            @Override
            public void loseEverything() {
                gate.loseEverything();
            }

            @Override
            public void close() {
                // nothing is left behind
            }
        };
    }

    @Test
    void aShareIsForgottenWhenItsTimeIsOver() {
        Instant end = Instant.parse("2030-01-01T00:00:00Z");
        MovableClock clock = new MovableClock(end.minusMillis(1));
        InMemoryStockGate gate = new InMemoryStockGate(clock);
        ShareId share = new ShareId(1, 0);
        gate.load(new GateLoad(share, 1, 10L, 10L, 1, end));

        assertThat(gate.view(share)).isPresent();
        clock.set(end);
        assertThat(gate.view(share)).isEmpty();
        assertThat(gate.sharesKept()).isZero();
    }
}
