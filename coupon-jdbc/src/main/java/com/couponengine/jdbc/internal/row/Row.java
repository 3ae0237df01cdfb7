package com.couponengine.jdbc.internal.row;

import com.couponengine.core.money.Money;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The row that a result stands on, by the names that its columns have in their tables. */
public final class Row {
    private interface Columns {
        int place(String name) throws SQLException;
    }

    private final ResultSet result;
    private final Columns columns;

    private Row(ResultSet result, Columns columns) {
        this.result = result;
        this.columns = columns;
    }

    /** A row of a result whose columns are named as in their tables. */
    public static Row of(ResultSet result) {
        return new Row(result, result::findColumn);
    }

    /** The columns of a row that have a prefix before their names, because there are others. */
    public static Row of(ResultSet result, String prefix) {
        return new Row(result, name -> result.findColumn(prefix + name));
    }

    /** The columns of a row that have these names, in this order, whatever the result names them. */
    public static Row of(ResultSet result, List<String> names) {
        return new Row(result, name -> names.indexOf(name) + 1);
    }

    public String getString(String column) throws SQLException {
        return result.getString(columns.place(column));
    }

    public int getInt(String column) throws SQLException {
        return result.getInt(columns.place(column));
    }

    public long getLong(String column) throws SQLException {
        return result.getLong(columns.place(column));
    }

    public BigDecimal getDecimal(String column) throws SQLException {
        return result.getBigDecimal(columns.place(column));
    }

    public Instant getInstant(String column) throws SQLException {
        return Instant.ofEpochMilli(getLong(column));
    }

    public @Nullable Integer integerOrNull(String column) throws SQLException {
        int value = getInt(column);
        return result.wasNull() ? null : value;
    }

    public @Nullable Long longOrNull(String column) throws SQLException {
        long value = getLong(column);
        return result.wasNull() ? null : value;
    }

    public @Nullable Instant instantOrNull(String column) throws SQLException {
        Long millis = longOrNull(column);
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    /** An amount in minor units. */
    public @Nullable Money moneyOrNull(String column, Currency currency) throws SQLException {
        Long minor = longOrNull(column);
        return minor == null ? null : new Money(minor, currency);
    }
}
