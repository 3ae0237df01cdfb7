package com.couponengine.examples.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The short form: one round of each kind of fault. It prints its seed, and for a broken round how to play it again. */
@Timeout(600)
class CrashCampaignIT {
    @Test
    void nothingBreaksThoughServersAndHostsAreKilledFrozenEmptiedAndCutOff() {
        assertThat(CrashCampaign.commandLine().execute("--short")).isZero();
    }
}
