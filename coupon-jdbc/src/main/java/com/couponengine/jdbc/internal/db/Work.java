package com.couponengine.jdbc.internal.db;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What is done in a transaction. It may run several times, after the one before was rolled back. */
@FunctionalInterface
public interface Work<T extends @Nullable Object> {
    T in(Tx tx) throws SQLException;
}
