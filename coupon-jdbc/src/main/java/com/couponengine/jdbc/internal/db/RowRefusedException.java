package com.couponengine.jdbc.internal.db;

import java.sql.SQLException;

/** The database refused a row; the transaction was rolled back. */
public final class RowRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean duplicate;

    RowRefusedException(SQLException cause, boolean duplicate) {
        super(cause.getMessage(), cause);
        this.duplicate = duplicate;
    }

    /** Whether a unique key was there already; else the row's data cannot be stored. */
    public boolean isDuplicate() {
        return duplicate;
    }
}
