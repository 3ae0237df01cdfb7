package com.couponengine.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.massissue.LocalChunkPool;
import com.couponengine.core.massissue.MassIssueChunk;
import com.couponengine.core.redemption.OrderAttempt;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ClosedEngineTest {
    /** A call that is repeated until its time is over takes longer. */
    private static final Duration AT_ONCE = Duration.ofSeconds(3);

    private final EngineInMemory host = new EngineInMemory();
    private long template;
    private String code;
    private EngineInMemory.Stored before;

    @BeforeEach
    void closed() {
        template = host.published(EngineInMemory.spec());
        code = host.engine.grab(7, template, "r1").coupon().code().toString();
        host.close();
        before = host.stored();
    }

    @Test
    void grabsAreAnsweredUnavailable() {
        assertThat(host.engine.grab(8, template, "r2").status()).isEqualTo(GrabStatus.UNAVAILABLE);
        assertThat(host.engine.grab(7, template, "r1").status()).isEqualTo(GrabStatus.UNAVAILABLE);
        assertThat(host.engine.grab(8, template + 1, "r2").status()).isEqualTo(GrabStatus.UNAVAILABLE);
        for (GrabRequest request : List.of(
                GrabRequest.of(8, template, "r2"),
                GrabRequest.of(8, template, "r2").again())) {
            assertThat(host.engine.grabAsync(request))
                    .isCompletedWithValueMatching(answer -> answer.status() == GrabStatus.UNAVAILABLE);
        }
        assertThat(host.stored()).isEqualTo(before);
    }

    @Test
    void commandsAreAnsweredUnavailable() {
        OrderAttempt order = OrderAttempt.of("o").ofUser(7);
        assertThat(host.engine
                        .redeem(7, code, "o", EngineInMemory.order("200.00"))
                        .status())
                .isEqualTo(RedemptionStatus.UNAVAILABLE);
        assertThat(host.engine.applyAsync(order.confirm(code)))
                .isCompletedWithValueMatching(answer -> answer.status() == RedemptionStatus.UNAVAILABLE);
        assertThat(host.engine.applyTogether(List.of(order.confirm(code))))
                .extracting(RedemptionResult::status)
                .containsExactly(RedemptionStatus.UNAVAILABLE);
        assertThat(host.stored()).isEqualTo(before);
    }

    @Test
    void readingGoesOn() {
        assertThat(host.engine.coupons().find(CouponCode.parse(code))).isPresent();
        assertThat(host.engine.quote(7, EngineInMemory.order("200.00")).usable())
                .hasSize(1);
    }

    @Test
    void aMassIssueEndsAtOnce() {
        MassIssueChunk chunk = new MassIssueChunk("job", template, 0, List.of(8L, 9L));
        long start = System.nanoTime();
        assertThatThrownBy(() -> host.engine.massIssue().carryOut(chunk))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("closed");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
        assertThat(host.stored()).isEqualTo(before);
    }

    @Test
    void aClosedPoolTakesNoChunk() {
        LocalChunkPool pool = new LocalChunkPool(host.engine.massIssue(), 1);
        pool.close();
        MassIssueChunk chunk = new MassIssueChunk("job", template, 3, List.of(8L));
        for (int time = 0; time < 2; time++) { // the second one finds room, too
            assertThatThrownBy(() -> pool.send(chunk))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("job job, chunk 3");
        }
    }
}
