package com.couponengine.core.store;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.Mistakes;
import java.time.Instant;
import java.util.List;

/** Port: what the regular upkeep needs. Thread-safe, for any number of hosts at once. */
public interface UpkeepStore {
    /**
     * Coupons of an event stream that time has changed and no sweep has seen: lapsed holds and unused coupons past their
     * end, by the repository's clock.
     *
     * @param stream the stream, 0 to 7: the coupons of its eight tables are looked at
     * @param max the most to look at, at least 1
     */
    Due due(int stream, int max);

    /**
     * What was found to be due.
     *
     * @param codes in no particular order; perhaps none although there are more
     * @param more whether there may be more than was looked at; if so, what was looked at and is not among the codes will
     *     not be met again
     */
    record Due(List<CouponCode> codes, boolean more) {
        public Due {
            codes = Mistakes.copied("codes", codes);
        }
    }

    /**
     * Moves coupons that expired unused, were voided or forfeited, with what is remembered of them, to the archive, in
     * one bounded transaction. Only coupons of ended templates move, so that limits hold; used ones never do.
     *
     * @param stream the stream, 0 to 7: coupons of its eight tables are moved
     * @param expiredBefore only coupons whose end lies before this instant
     * @param max the most to move, at least 1
     * @return how many were moved; 0 when there is nothing left
     */
    int archive(int stream, Instant expiredBefore, int max);
}
