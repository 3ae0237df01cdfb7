package com.couponengine.examples.benchmarks.grab;

import com.couponengine.core.metrics.EngineFigures;

/** How many coupons the engine put into a commit, in the mean, when its callers did not wait last. Thread-safe. */
public final class CommitSize {
    private final EngineFigures figures;
    private boolean isMeasured;
    private long coupons;
    private long batches;
    private int mean;

    public CommitSize(EngineFigures figures) {
        this.figures = figures;
    }

    /** A run of the engine begins. */
    synchronized void begin(boolean asynchronous) {
        mean();
        isMeasured = asynchronous;
        coupons = figures.issuedCoupons();
        batches = figures.issueBatches();
    }

    /** Zero if it did not run yet. */
    synchronized int mean() {
        long committed = figures.issueBatches() - batches;
        if (isMeasured && committed > 0) {
            mean = (int) Math.max(1, Math.round((double) (figures.issuedCoupons() - coupons) / committed));
        }
        return mean;
    }
}
