package com.couponengine.core.metrics.internal;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.metrics.EngineFigures;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.repair.ReconcileReport;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** What the engine counts, as it goes. Threads that count at once do not wait for each other. */
public final class Counters implements EngineFigures {
    private final Map<GrabStatus, LongAdder> grabs = adders(GrabStatus.class);
    private final Map<RedemptionStatus, LongAdder> redemptions = adders(RedemptionStatus.class);
    private final LongSupplier waitingGrabs;
    private final LongSupplier waitingRedemptions;
    private final LongAdder issueBatches = new LongAdder();
    private final LongAdder issuedCoupons = new LongAdder();
    private final LongAdder reconciliations = new LongAdder();
    private final LongAdder confirmed = new LongAdder();
    private final LongAdder released = new LongAdder();
    private final LongAdder undecided = new LongAdder();
    private final LongAdder drifted = new LongAdder();
    private final LongAdder unreachable = new LongAdder();
    private final LongAdder rebuildsLoaded = new LongAdder();
    private final LongAdder rebuildsOvertaken = new LongAdder();
    private final LongAdder rebuildsFailed = new LongAdder();
    private final LongAdder eventsPublished = new LongAdder();

    /** Nothing counted yet; what waits is asked for whenever somebody wants to know. */
    public Counters(LongSupplier waitingGrabs, LongSupplier waitingRedemptions) {
        this.waitingGrabs = waitingGrabs;
        this.waitingRedemptions = waitingRedemptions;
    }

    private static <S extends Enum<S>> Map<S, LongAdder> adders(Class<S> type) {
        Map<S, LongAdder> adders = new EnumMap<>(type);
        for (S status : EnumSet.allOf(type)) {
            adders.put(status, new LongAdder());
        }
        return adders;
    }

    private static <S extends Enum<S>> LongAdder adder(Map<S, LongAdder> adders, S status) {
        return Objects.requireNonNull(adders.get(status));
    }

    /** A grab was answered. */
    public void grabbed(GrabStatus status) {
        adder(grabs, status).increment();
    }

    /** A command was answered. */
    public void answered(RedemptionResult result) {
        adder(redemptions, result.status()).increment();
    }

    /** The repository answered a batch, in which it granted so many coupons. */
    public void issued(int coupons) {
        issueBatches.increment();
        issuedCoupons.add(coupons);
    }

    /** A reconciliation did this. */
    public void reconciled(ReconcileReport report) {
        confirmed.add(report.confirmed().size());
        released.add(report.released().size());
        undecided.add(report.undecided().size());
        drifted.add(report.drifted().size());
        unreachable.add(report.unreachable().size());
    }

    /** A reconciliation came to its end. */
    public void reconciliationEnded() {
        reconciliations.increment();
    }

    /** A rebuild came to its end. */
    public void rebuilt(boolean loaded) {
        (loaded ? rebuildsLoaded : rebuildsOvertaken).increment();
    }

    /** A fault ended a rebuild. */
    public void rebuildFailed() {
        rebuildsFailed.increment();
    }

    /** The publisher took these. */
    public void published(List<EventBatch> batches) {
        batches.forEach(batch -> eventsPublished.add(batch.events().size()));
    }

    @Override
    public long grabs(GrabStatus status) {
        Mistakes.given("status", status);
        return adder(grabs, status).sum();
    }

    @Override
    public long redemptions(RedemptionStatus status) {
        Mistakes.given("status", status);
        return adder(redemptions, status).sum();
    }

    @Override
    public long waitingGrabs() {
        return waitingGrabs.getAsLong();
    }

    @Override
    public long waitingRedemptions() {
        return waitingRedemptions.getAsLong();
    }

    @Override
    public long issueBatches() {
        return issueBatches.sum();
    }

    @Override
    public long issuedCoupons() {
        return issuedCoupons.sum();
    }

    @Override
    public long reconciliations() {
        return reconciliations.sum();
    }

    @Override
    public long reservationsConfirmed() {
        return confirmed.sum();
    }

    @Override
    public long reservationsReleased() {
        return released.sum();
    }

    @Override
    public long reservationsUndecided() {
        return undecided.sum();
    }

    @Override
    public long sharesDrifted() {
        return drifted.sum();
    }

    @Override
    public long sharesUnreachable() {
        return unreachable.sum();
    }

    @Override
    public long rebuildsLoaded() {
        return rebuildsLoaded.sum();
    }

    @Override
    public long rebuildsOvertaken() {
        return rebuildsOvertaken.sum();
    }

    @Override
    public long rebuildsFailed() {
        return rebuildsFailed.sum();
    }

    @Override
    public long eventsPublished() {
        return eventsPublished.sum();
    }
}
