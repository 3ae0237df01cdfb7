package com.couponengine.core.contract;

/** Seeds of random tests: printed, and given back with {@code -Dtest.seed=…} to see a failure again. */
public final class Seed {
    private Seed() {}

    /** A new seed, or the given one. */
    public static long printed(String test) {
        long seed = Long.getLong("test.seed", System.nanoTime());
        System.out.println("SEED " + test + ": -Dtest.seed=" + seed);
        return seed;
    }
}
