package com.couponengine.core.metrics;

import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.repair.ReconcileReport;

/**
 * What one engine has done since it was built, in this process. Counts only grow; other hosts on the same servers have
 * their own. Each method reads its figure at the moment of the call, without a lock and without any server, so figures
 * read one after the other need not be of one moment. Thread-safe; goes on to answer when the engine is closed.
 */
public interface EngineFigures {
    /**
     * Grabs that were answered with this status, mass issue's among them. A call that waited is counted with what it
     * returned, before it returns; the count of a future may follow its answer by a moment. Not counted are calls that
     * threw and futures that the caller cancelled.
     *
     * @throws InvalidInputException if the status is null
     */
    long grabs(GrabStatus status);

    /**
     * Commands on coupons that were answered with this status, each step of several together for itself. Counted as grabs
     * are. What {@link com.couponengine.core.upkeep.Upkeep} sweeps is not among them.
     *
     * @throws InvalidInputException if the status is null
     */
    long redemptions(RedemptionStatus status);

    /** Grabs that wait now: for the gate, the database, a look-up, a fence, or a reserved unit to come back. */
    long waitingGrabs();

    /** Commands on coupons that wait now; several together are one. */
    long waitingRedemptions();

    /** Batches of grabs that the repository has answered; as a rule each was one transaction. */
    long issueBatches();

    /** Coupons that were granted in these batches. Not those that only a fence found to be granted. */
    long issuedCoupons();

    /** Reconciliations that came to their end, dry runs aside. */
    long reconciliations();

    /** Overdue reservations whose coupons are rows, see {@link ReconcileReport#confirmed}. */
    long reservationsConfirmed();

    /** Overdue reservations that were given back, see {@link ReconcileReport#released}. */
    long reservationsReleased();

    /** Overdue reservations that could not be decided, counted anew by each reconciliation that meets them. */
    long reservationsUndecided();

    /** Shares that reconciliation found to differ from the database, see {@link ReconcileReport#drifted}. */
    long sharesDrifted();

    /** Shares that reconciliation could not look at, counted anew each time. */
    long sharesUnreachable();

    /** Shares that were loaded into the gate: at publishing, after changes of a template, and as repairs. */
    long rebuildsLoaded();

    /** Rebuilds that a newer one has overtaken, or whose share does not exist. */
    long rebuildsOvertaken();

    /** Rebuilds that a server's fault ended. */
    long rebuildsFailed();

    /** Events that the publisher has taken, repeats included. Without a publisher: those that were dropped. */
    long eventsPublished();
}
