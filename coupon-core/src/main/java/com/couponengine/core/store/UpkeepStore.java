package com.couponengine.core.store;

import com.couponengine.core.code.CouponCode;
import java.time.Instant;
import java.util.List;

/** Port: what the regular upkeep needs. Thread-safe, for any number of hosts at once. */
public interface UpkeepStore {
    /**
     * Coupons of a table that time has changed and no sweep has seen: lapsed holds and unused coupons past their end,
     * by the repository's clock.
     *
     * @param table the logical table, 0 to 63
     * @param max the most to answer, at least 1
     */
    List<CouponCode> due(int table, int max);

    /**
     * Moves coupons that expired unused, were voided or forfeited, with what is remembered of them, to the archive, in
     * one bounded transaction. Only coupons of ended templates move, so that limits hold; used ones never do.
     *
     * @param table the logical table, 0 to 63
     * @param expiredBefore only coupons whose end lies before this instant
     * @param max the most to move, at least 1
     * @return how many were moved; 0 when there is nothing left
     */
    int archive(int table, Instant expiredBefore, int max);
}
