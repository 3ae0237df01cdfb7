package com.couponengine.jdbc.internal.row;

import com.couponengine.core.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Currency;
import org.jspecify.annotations.Nullable;

/** Values that may be NULL, in and out of columns. */
public final class Values {
    private Values() {}

    public static @Nullable Long millis(@Nullable Instant instant) {
        return instant == null ? null : instant.toEpochMilli();
    }

    public static @Nullable Long minor(@Nullable Money money) {
        return money == null ? null : money.minorUnits();
    }

    public static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        Long millis = number(row, column);
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    public static @Nullable Money money(ResultSet row, String column, Currency currency) throws SQLException {
        Long minor = number(row, column);
        return minor == null ? null : new Money(minor, currency);
    }

    public static @Nullable Long number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    public static @Nullable Integer integer(ResultSet row, String column) throws SQLException {
        int value = row.getInt(column);
        return row.wasNull() ? null : value;
    }
}
