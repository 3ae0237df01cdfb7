package com.couponengine.jdbc.internal.row;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.store.Shards;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The names of the tables that coupons stand in. The eight logical tables of an event stream are stored as one: to a
 * server a statement costs far more than a row, and each table needs statements of its own. The logical tables are views.
 */
public final class CouponTables {
    /** Where long-expired coupons go. */
    public static final String ARCHIVE = "user_coupon_archive";

    private static final String PREFIX = "user_coupon_s";
    private static final List<String> NAMES = IntStream.range(0, Shards.STREAMS)
            .mapToObj(stream -> PREFIX + stream)
            .toList();
    private static final List<String> CODE_INDEXES =
            NAMES.stream().map(name -> index("uq_code", name)).toList();
    private static final List<String> SWEEP_INDEXES =
            NAMES.stream().map(name -> index("ix_sweep", name)).toList();

    private CouponTables() {}

    /** Where the coupons of an event stream are stored. */
    public static String name(int stream) {
        return NAMES.get(stream);
    }

    /** Where the coupon of this code is stored. */
    public static String of(CouponCode code) {
        return name(Shards.streamOf(code.table()));
    }

    /** Where a user's coupons are stored. */
    public static String ofUser(long userId) {
        return name(streamOfUser(userId));
    }

    /** The event stream of a user's coupons. */
    public static int streamOfUser(long userId) {
        return Shards.streamOf(CouponCodes.tableOf(userId));
    }

    /** The unique index on the codes of an event stream. */
    public static String codeIndex(int stream) {
        return CODE_INDEXES.get(stream);
    }

    /** The index on what the upkeep has to look at in an event stream. */
    public static String sweepIndex(int stream) {
        return SWEEP_INDEXES.get(stream);
    }

    /** An index of a stored table. */
    public static String index(String kind, String table) {
        return kind + table.substring(PREFIX.length() - 2);
    }

    /** The view of a logical table, 0 to 63. */
    public static String view(int table) {
        return (table < 10 ? "user_coupon_0" : "user_coupon_") + table;
    }
}
