package com.couponengine.examples.crash;

import com.couponengine.core.server.FaultProxy;
import java.time.Duration;
import java.util.Random;

/** A round in full swing, as a fault finds it. What is left to chance comes from the round's seed. */
final class Scene {
    private final Stage stage;
    private final Crowd crowd;
    private final RoundPlan plan;
    private final HostProcess.Ears ears;
    private final Random random;
    private final int victim;

    Scene(Stage stage, Crowd crowd, RoundPlan plan) {
        this.stage = stage;
        this.crowd = crowd;
        this.plan = plan;
        this.ears = crowd;
        this.random = new Random(~plan.seed());
        this.victim = random.nextInt(stage.hosts.size());
    }

    Stage stage() {
        return stage;
    }

    /** The host that the fault strikes. */
    HostProcess host() {
        return stage.hosts.get(victim);
    }

    /** That host's way to the database. */
    FaultProxy proxy() {
        return stage.proxies.get(victim);
    }

    /** The fault lasts so long, while the load goes on. */
    void last(Duration least, Duration most) {
        long millis = least.toMillis()
                + (long) (random.nextDouble() * most.minus(least).toMillis());
        crowd.serve(Duration.ofMillis(millis));
    }

    /** The load goes on until so many more coupons were granted, or this is not to be expected any more. */
    void awaitMoreGranted(int count) {
        crowd.awaitGranted(crowd.granted() + count, Duration.ofSeconds(2));
    }

    /** A host that was restarted takes part again. */
    void open(HostProcess host) {
        host.open(plan, ears);
    }

    boolean coin() {
        return random.nextBoolean();
    }
}
