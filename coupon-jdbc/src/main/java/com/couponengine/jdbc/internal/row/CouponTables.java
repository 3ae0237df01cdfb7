package com.couponengine.jdbc.internal.row;

import com.couponengine.core.code.CouponCode;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The names of the tables that coupons stand in. */
public final class CouponTables {
    /** Where long-expired coupons go. */
    public static final String ARCHIVE = "user_coupon_archive";

    private static final String[] NAMES = IntStream.range(0, CouponCode.TABLES)
            .mapToObj(table -> (table < 10 ? "user_coupon_0" : "user_coupon_") + table)
            .toArray(String[]::new);

    private static final String[] CODE_INDEXES = Arrays.stream(NAMES)
            .map(name -> name.replace("user_coupon", "uq_code"))
            .toArray(String[]::new);

    private CouponTables() {}

    /** The name of a logical table, 0 to 63. */
    public static String name(int table) {
        return NAMES[table];
    }

    /** The unique index on the codes of a logical table. */
    public static String codeIndex(int table) {
        return CODE_INDEXES[table];
    }

    /** The index on what the upkeep has to look at in a logical table. */
    public static String sweepIndex(int table) {
        return NAMES[table].replace("user_coupon", "ix_sweep");
    }
}
