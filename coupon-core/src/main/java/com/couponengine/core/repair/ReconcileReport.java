package com.couponengine.core.repair;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.gate.ShareId;
import java.util.ArrayList;
import java.util.List;

/**
 * What a reconciliation found and did.
 *
 * @param dryRun whether it only looked: then the lists say what would be done, and overdue reservations stand undecided
 * @param confirmed overdue reservations whose coupons are rows
 * @param released overdue reservations that were fenced and given back
 * @param undecided overdue reservations that could not be decided now
 * @param drifted shares whose gate did not agree with the database, rebuilt unless dry
 * @param unreachable shares that could not be looked at
 */
public record ReconcileReport(
        boolean dryRun,
        List<CouponCode> confirmed,
        List<CouponCode> released,
        List<CouponCode> undecided,
        List<ShareId> drifted,
        List<ShareId> unreachable) {

    public ReconcileReport {
        confirmed = Mistakes.copied("confirmed", confirmed);
        released = Mistakes.copied("released", released);
        undecided = Mistakes.copied("undecided", undecided);
        drifted = Mistakes.copied("drifted", drifted);
        unreachable = Mistakes.copied("unreachable", unreachable);
    }

    /** Whether gate and database agree and no reservation is overdue. */
    public boolean isClean() {
        return undecided.isEmpty() && unreachable.isEmpty() && (!dryRun || drifted.isEmpty());
    }

    static final class Builder {
        final boolean dryRun;
        final List<CouponCode> confirmed = new ArrayList<>();
        final List<CouponCode> released = new ArrayList<>();
        final List<CouponCode> undecided = new ArrayList<>();
        final List<ShareId> drifted = new ArrayList<>();
        final List<ShareId> unreachable = new ArrayList<>();

        Builder(boolean dryRun) {
            this.dryRun = dryRun;
        }

        ReconcileReport build() {
            return new ReconcileReport(dryRun, confirmed, released, undecided, drifted, unreachable);
        }
    }
}
