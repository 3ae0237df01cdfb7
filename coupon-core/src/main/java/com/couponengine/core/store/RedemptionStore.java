package com.couponengine.core.store;

import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRule;
import com.couponengine.core.redemption.RedemptionStatus;
import java.util.List;

/** Port: everything that happens to a coupon after its issue. Thread-safe, for any number of hosts at once. */
public interface RedemptionStore {
    /**
     * Carries out commands: locks the coupons, reads the clock after the locks, lets the rule decide, and writes what it
     * decided — row, memory, ledger, events — in the same transaction. Commands on one coupon are decided one after the
     * other, in the order of the list. Commands of one data source share a transaction; a data source that fails does
     * not touch the others.
     *
     * <p>Expected and unexpected ends are values: a code without a row is answered {@link
     * RedemptionStatus#UNKNOWN_COUPON}, a fault within the stated time {@link RedemptionStatus#UNAVAILABLE} if nothing
     * was changed, else {@link RedemptionStatus#OUTCOME_UNKNOWN}; then the same command again learns its answer. A rule
     * that throws makes its own command UNAVAILABLE, and no other. An archived coupon is decided as what it is, but has
     * come to its end: nothing is written.
     *
     * @return an answer for each command, in the same order
     */
    List<RedemptionResult> change(List<RedemptionCommand> commands, RedemptionRule rule);

    /**
     * Carries out commands on coupons of one user together: all of them, in one transaction, or none. Each is decided as
     * {@link #change} does, on what those before it have changed. If one of them does not end as asked, nothing is
     * written; it has its own answer, and those that would have changed something are answered {@link
     * RedemptionStatus#NOT_TOGETHER}. What had been carried out before is answered as a replay. A fault is the answer of
     * all.
     *
     * @param commands at least one, on coupons of one table
     * @return an answer for each command, in the same order
     */
    List<RedemptionResult> changeTogether(List<RedemptionCommand> commands, RedemptionRule rule);
}
