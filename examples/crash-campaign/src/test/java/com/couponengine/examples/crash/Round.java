package com.couponengine.examples.crash;

import com.couponengine.core.discount.Discount;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One round: load, fault, recovery, one more try by everybody who is left over, checks. */
final class Round {
    private static final Duration LOAD_LIMIT = Duration.ofSeconds(20);
    /** The load goes on for so long after the fault is over, if there is anything left to grab. */
    private static final Duration AFTERMATH = Duration.ofSeconds(2);
    /** Calls that are not answered so long after the last one was sent hang. */
    private static final Duration HANGING = Limits.CALL.plus(Limits.CALL_SLACK).plusSeconds(2);

    private static final Duration SETTLED = Duration.ofSeconds(30);
    private static final int PASSES_MAX = 10;

    private final RoundPlan plan;
    private final Stage stage;
    private final Findings findings = new Findings();
    private int granted;
    private long looks;

    Round(RoundPlan plan, Stage stage) {
        this.plan = plan;
        this.stage = stage;
    }

    /**
     * What became of a round.
     *
     * @param granted coupons that callers were told of
     * @param looks how often the watcher could look
     * @param broken what does not hold
     */
    record Result(RoundPlan plan, int granted, long looks, double seconds, List<String> broken) {}

    Result run() {
        long start = System.nanoTime();
        try {
            play();
        } catch (RuntimeException e) {
            findings.add("a round comes to its end", e.toString());
        }
        return new Result(plan, granted, looks, (System.nanoTime() - start) / 1e9, findings.all());
    }

    private void play() {
        long template = publish();
        Crowd crowd = new Crowd(plan, template, stage.hosts, findings);
        Checks checks = new Checks(plan, stage, template, crowd, findings);
        stage.hosts.forEach(host -> host.open(plan, crowd));
        try (Watcher watcher = new Watcher(plan, template, stage.database, stage.gate, findings)) {
            crowd.enter();
            crowd.awaitGranted((int) (plan.moment() * plan.expected()), LOAD_LIMIT);
            plan.fault().strike(new Scene(stage, crowd, plan));
            crowd.awaitIdle(AFTERMATH);
            crowd.leave();
            if (idle(crowd)) {
                recover(crowd, checks, watcher);
            }
            looks = watcher.looks();
        }
        granted = crowd.granted();
        findings.require(looks > 0, "somebody watched", "nobody");
        stage.admin.templates().end(template);
    }

    private void recover(Crowd crowd, Checks checks, Watcher watcher) {
        checks.refusedIsNoRow();
        settle(checks);
        watcher.wishesAreRepeated();
        if (everybodyLeftTriesAgain(crowd, checks)) {
            settle(checks);
            checks.atRest();
            hostsAreIdle();
        }
    }

    private long publish() {
        Instant now = Instant.now();
        long id = stage.admin
                .templates()
                .create(TemplateSpec.builder()
                        .name("round " + plan.number())
                        .discount(Discount.amountOff("10.00", "CNY"))
                        .total((long) plan.total())
                        .perUserLimit(plan.perUserLimit())
                        .grabWindow(now.minusSeconds(60), now.plus(Duration.ofHours(1)))
                        .validity(Validity.daysAfterGrab(7))
                        .build())
                .id();
        stage.admin.templates().publish(id);
        return id;
    }

    private boolean idle(Crowd crowd) {
        boolean idle = crowd.awaitIdleUnlessStuck(HANGING);
        findings.require(idle, "no call is left hanging", crowd.underWay());
        return idle;
    }

    /** Both hosts reconcile until nothing is left to be decided. */
    private void settle(Checks checks) {
        for (HostProcess host : stage.hosts) {
            boolean settled = within(SETTLED, () -> host.reconcile() && checks.nothingIsReserved());
            findings.require(settled, "reconciliation comes to an end", host + " after " + SETTLED);
        }
    }

    /** False if that comes to no end. */
    private boolean everybodyLeftTriesAgain(Crowd crowd, Checks checks) {
        List<Wish> left = checks.leftOver();
        for (int pass = 1; !left.isEmpty() && pass <= PASSES_MAX; pass++) {
            pause(Limits.SOLD_OUT.plusMillis(100)); // until then a host may remember that it was sold out
            crowd.tryAgain(left);
            if (!idle(crowd)) {
                return false;
            }
            left = checks.stillOpen();
        }
        findings.require(
                left.isEmpty(),
                "sold out means that all are sold",
                left.size() + " wishes open, such as "
                        + left.stream().findFirst().map(Wish::toString).orElse(""));
        return true;
    }

    private void hostsAreIdle() {
        for (HostProcess host : stage.hosts) {
            boolean idle = within(Duration.ofSeconds(10), () -> host.state().equals("state 0 0 0"));
            findings.require(idle, "hosts are idle at rest", host + ": " + host.state());
        }
    }

    private static boolean within(Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            pause(Duration.ofMillis(50));
        }
        return true;
    }

    private static void pause(Duration time) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(time.toMillis()));
    }
}
