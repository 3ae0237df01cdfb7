package com.couponengine.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.redeem.InFlightGuard;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link InFlightGuard}. */
public abstract class InFlightGuardContract {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(20);

    private final String key = "0123456789ABCDEFGHJ:1:order|" + UUID.randomUUID();
    private InFlightGuard guard;

    /** Opens a guard whose leases end by the real time. */
    protected abstract InFlightGuard open() throws Exception;

    @BeforeEach
    final void openGuard() throws Exception {
        guard = open();
    }

    @Test
    final void aLeaseIsOnesUntilItIsLeft() {
        assertThat(guard.enter(key, "a", LONG)).isTrue();
        assertThat(guard.enter(key, "b", LONG)).isFalse();
        assertThat(guard.enter(key + "2", "b", LONG)).isTrue();
        guard.leave(key, "a");
        assertThat(guard.enter(key, "b", LONG)).isTrue();
        assertThat(guard.enter(key, "a", LONG)).isFalse();
    }

    @Test
    final void aRepeatedCallHasTheSameLease() {
        assertThat(guard.enter(key, "a", LONG)).isTrue();
        assertThat(guard.enter(key, "a", LONG)).isTrue();
        guard.leave(key, "a");
        guard.leave(key, "a");
        assertThat(guard.enter(key, "b", LONG)).isTrue();
    }

    @Test
    final void nobodyEndsTheLeaseOfAnother() {
        assertThat(guard.enter(key, "a", LONG)).isTrue();
        guard.leave(key, "b");
        guard.leave("nobody's", "b");
        assertThat(guard.enter(key, "b", LONG)).isFalse();
    }

    // B31, B34
    @Test
    final void aLeaseThatIsNeverLeftEndsByItself() {
        assertThat(guard.enter(key, "crashed", SHORT)).isTrue();
        await().until(() -> guard.enter(key, "next", LONG));
        guard.leave(key, "crashed");
        assertThat(guard.enter(key, "third", LONG)).isFalse();
    }

    @Test
    final void ofManyOneEnters() {
        List<Boolean> entered = Race.run(n -> guard.enter(key, "token-" + n, LONG));
        assertThat(entered).containsOnlyOnce(true);
    }
}
