package com.couponengine.examples.crash;

import com.couponengine.core.EngineOptions.GateDown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What a round is made of. The same seed, number and kinds of faults give the same plan.
 *
 * @param number from 1
 * @param total of the template
 * @param perUserLimit of the template; see {@link #wishes}
 * @param underWayMax calls under way at once on each host
 * @param moment when the fault strikes: after this part of the expected coupons was granted
 * @param once whether every wish is sent once only until the fault is over; then a watcher may hold the gate against the
 *     database all the time. Else some wishes are sent to both hosts at once, and what failed is tried again
 * @param gateDown what the hosts do without the gate
 * @param reservationLimit of the hosts; may lie below their call limit
 * @param seed of everything else that is left to chance
 */
record RoundPlan(
        int number,
        Fault fault,
        int total,
        int users,
        int perUserLimit,
        int underWayMax,
        double moment,
        boolean once,
        GateDown gateDown,
        Duration reservationLimit,
        long seed) {

    /** A block of as many rounds as there are kinds has each kind once. */
    static RoundPlan of(long campaignSeed, int number, List<Fault> kinds) {
        int block = (number - 1) / kinds.size();
        List<Fault> order = new ArrayList<>(kinds);
        Collections.shuffle(order, new Random(mixed(campaignSeed, -1L - block)));
        Fault fault = order.get((number - 1) % kinds.size());

        Random random = new Random(mixed(campaignSeed, number));
        int perUserLimit = 1 + random.nextInt(3);
        int total = 1_500 + random.nextInt(2_500);
        int users = (int) (total * (0.6 + random.nextDouble()) / perUserLimit);
        boolean once = random.nextInt(3) == 0 || fault == Fault.HOST_FROZEN_GATE_LOST;
        return new RoundPlan(
                number,
                fault,
                total,
                users,
                perUserLimit,
                64 << random.nextInt(3),
                0.05 + 0.55 * random.nextDouble(),
                once,
                !once && random.nextBoolean() ? GateDown.DATABASE_ONLY : GateDown.REFUSE,
                Duration.ofMillis(200L << random.nextInt(4)),
                random.nextLong());
    }

    /** A small round without a fault, in which everything is done for the first time. */
    static RoundPlan rehearsal() {
        return new RoundPlan(0, Fault.NONE, 300, 200, 2, 64, 0.5, false, GateDown.REFUSE, Duration.ofSeconds(1), 0);
    }

    /**
     * How many wishes a user has: one more than the limit. A modest one, below the limit, has a single wish and clicks
     * twice for it: only the request id keeps that one from a second coupon.
     */
    int wishes(long user) {
        return isModest(user) ? 1 : perUserLimit + 1;
    }

    boolean isModest(long user) {
        return perUserLimit > 1 && user % 4 == 0;
    }

    /** How many coupons will be granted in the end. */
    int expected() {
        int modest = perUserLimit > 1 ? users / 4 : 0;
        return Math.min(total, (users - modest) * perUserLimit + modest);
    }

    private static long mixed(long seed, long number) {
        long mixed = (seed ^ number * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        return mixed ^ mixed >>> 31;
    }
}
