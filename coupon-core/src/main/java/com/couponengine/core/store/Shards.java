package com.couponengine.core.store;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.error.Mistakes;
import java.util.stream.IntStream;

/**
 * Where coupons live: 64 logical tables by user id mod 64, in contiguous ranges on the data sources.
 *
 * @param sources the number of data sources: 1, 2, 4 or 8, so that no event stream is split
 */
public record Shards(int sources) {
    /** Tables per event stream. */
    public static final int TABLES_PER_STREAM = 8;
    /** Event streams: contiguous groups of tables. */
    public static final int STREAMS = CouponCode.TABLES / TABLES_PER_STREAM;

    public Shards {
        new Mistakes()
                .require(
                        sources > 0 && sources <= STREAMS && STREAMS % sources == 0,
                        "sources",
                        sources,
                        "must be 1, 2, 4 or 8")
                .throwIfAny();
    }

    /** The data source of a table. */
    public int sourceOf(int table) {
        return table * sources / CouponCode.TABLES;
    }

    /** The data source of a user's coupons. */
    public int sourceOfUser(long userId) {
        return sourceOf(CouponCodes.tableOf(userId));
    }

    /** The event streams of a data source. */
    public IntStream streamsOf(int source) {
        int each = STREAMS / sources;
        return IntStream.range(source * each, (source + 1) * each);
    }

    /** The event stream of a table. */
    public static int streamOf(int table) {
        return table / TABLES_PER_STREAM;
    }
}
