package com.couponengine.jdbc.internal.db;

import com.couponengine.jdbc.Dialect;

/** The few phrases that the dialects spell differently. */
public final class Sql {
    private Sql() {}

    /** What follows a SELECT so that its rows can be read by others, but not changed until the transaction ends. */
    public static String forShare(Dialect dialect) {
        return switch (dialect) {
            case MARIADB, MYSQL -> " LOCK IN SHARE MODE";
            case POSTGRESQL -> " FOR SHARE";
            case H2 -> " FOR UPDATE"; // it has no weaker lock
        };
    }

    /**
     * What follows a table's name so that rows are found, and so locked, by that index only: a server that finds its
     * table small enough would else walk through all of it, and wait for rows that are none of its business.
     */
    public static String forceIndex(Dialect dialect, String index) {
        return dialect.isMySqlLike() ? " FORCE INDEX (" + index + ")" : "";
    }

    /** The server's clock in milliseconds since 1970 in UTC, at the start of the statement or later. */
    public static String nowMillis(Dialect dialect) {
        return switch (dialect) {
            // Not UNIX_TIMESTAMP(NOW()): it goes through the session's zone, where an hour may come twice.
            case MARIADB, MYSQL -> "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6)) DIV 1000";
            case POSTGRESQL -> "CAST(FLOOR(EXTRACT(EPOCH FROM CLOCK_TIMESTAMP()) * 1000) AS BIGINT)";
            case H2 -> throw new IllegalStateException("H2 runs in this process and has its clock");
        };
    }

    /**
     * On MariaDB, in sessions whose zone is UTC, the server's clock in milliseconds when the expression is evaluated, and
     * not when its statement started.
     */
    public static final String LATE_MILLIS = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', SYSDATE(6)) DIV 1000";

    /**
     * An UPDATE that fails unless it changes so many rows, for texts in which COMMIT follows: as one statement, or as two
     * with a semicolon. No number is greater than the one that it adds to.
     */
    public static String exactly(Dialect dialect, String update, int rows) {
        if (dialect == Dialect.POSTGRESQL) {
            return "WITH changed AS (" + update + " RETURNING 1) SELECT " + Long.MAX_VALUE + " + ABS(COUNT(*) - " + rows
                    + ") FROM changed";
        }
        return update + ";" + exactlyBefore(rows);
    }

    /** The second statement of {@link #exactly} on MySQL and MariaDB. */
    static String exactlyBefore(int rows) {
        return "SET @coupon_rows = " + Long.MAX_VALUE + " + (ROW_COUNT() <> " + rows + ")";
    }
}
