package com.couponengine.jdbc.internal.db;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import org.jspecify.annotations.Nullable;

/** What a failure of a database means: the one place where its codes are read. */
public final class Faults {

    /** Kinds of failures. */
    public enum Kind {
        /** The transaction lost against another one: try again. */
        CONFLICT,
        /** A unique key is there already. */
        DUPLICATE,
        /** A value cannot be stored. */
        DATA,
        /** A lock was not to be had in time. */
        LOCK_WAIT,
        /** Anything else: the connection, the server, a statement. */
        OTHER
    }

    private static final int MYSQL_DUPLICATE = 1062;
    private static final int MYSQL_DUPLICATE_NAMED = 1586;
    private static final int MYSQL_LOCK_WAIT = 1205;
    private static final int MYSQL_WRONG_VALUE = 1366;
    private static final int H2_CONCURRENT_UPDATE = 90131;

    private Faults() {}

    /** The kind of a failure, wherever in its causes the database's word stands. */
    public static Kind kind(Throwable failure) {
        SQLException sql = sql(failure);
        return sql == null ? Kind.OTHER : kind(sql);
    }

    private static Kind kind(SQLException failure) {
        String state = state(failure);
        int code = failure.getErrorCode();
        if (code == MYSQL_LOCK_WAIT || state.equals("55P03") || state.equals("HYT00")) {
            return Kind.LOCK_WAIT;
        }
        if (code == H2_CONCURRENT_UPDATE || state.startsWith("40")) {
            return Kind.CONFLICT;
        }
        if (state.equals("23505") || code == MYSQL_DUPLICATE || code == MYSQL_DUPLICATE_NAMED) {
            return Kind.DUPLICATE;
        }
        if (state.startsWith("22") || state.startsWith("23") || code == MYSQL_WRONG_VALUE) {
            return Kind.DATA;
        }
        return Kind.OTHER;
    }

    /** Whether a failure of COMMIT itself says that the transaction was rolled back. */
    static boolean isRolledBackCommit(Throwable failure) {
        SQLException sql = sql(failure);
        if (sql == null || sql instanceof SQLTimeoutException) {
            return false;
        }
        // 40003 is "statement completion unknown"; 25P02 is a COMMIT that the server turned into a ROLLBACK.
        String state = state(sql);
        return (state.startsWith("40") && !state.equals("40003")) || state.startsWith("23") || state.equals("25P02");
    }

    /** Whether a failure of a text that ends with COMMIT is the database's word about what comes before that. */
    static boolean isBeforeCommit(Throwable failure) {
        SQLException sql = sql(failure);
        if (sql == null || sql instanceof SQLTimeoutException || state(sql).equals("40003")) {
            return false;
        }
        return kind(sql) != Kind.OTHER;
    }

    /** The database's own word in a failure, or null if it has none. */
    static @Nullable SQLException sql(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                SQLException next = sql.getNextException();
                return sql.getSQLState() == null && next != null ? next : sql;
            }
        }
        return null;
    }

    private static String state(SQLException failure) {
        String state = failure.getSQLState();
        return state == null ? "" : state;
    }
}
