package com.couponengine.jdbc.internal.db;

import com.couponengine.jdbc.Dialect;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Values as they stand in the text of a statement, whatever they are and whatever quoting the server is set to. */
public final class Literals {
    private static final HexFormat HEX = HexFormat.of();

    private Literals() {}

    /** Appends a text. */
    public static void append(StringBuilder sql, Dialect dialect, String text) {
        if (isPlain(text)) {
            sql.append('\'').append(text).append('\'');
        } else if (dialect == Dialect.H2) {
            sql.append('\'').append(text.replace("'", "''")).append('\'');
        } else if (dialect == Dialect.POSTGRESQL) {
            sql.append("CONVERT_FROM(");
            append(sql, dialect, text.getBytes(StandardCharsets.UTF_8));
            sql.append(",'UTF8')");
        } else {
            sql.append("_utf8mb4 x'")
                    .append(HEX.formatHex(text.getBytes(StandardCharsets.UTF_8)))
                    .append('\'');
        }
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '\'' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    /** Appends bytes; not for H2. */
    public static void append(StringBuilder sql, Dialect dialect, byte[] bytes) {
        if (dialect == Dialect.POSTGRESQL) {
            sql.append("DECODE('")
                    .append(Base64.getEncoder().encodeToString(bytes))
                    .append("','base64')");
        } else {
            sql.append("x'").append(HEX.formatHex(bytes)).append('\'');
        }
    }

    /** Appends a number, a text, bytes or NULL for MySQL or MariaDB. */
    static void append(StringBuilder sql, Dialect dialect, @Nullable Object value) {
        if (value == null || value instanceof Integer || value instanceof Long) {
            sql.append(value);
        } else if (value instanceof BigDecimal number) {
            sql.append(number.toPlainString());
        } else if (value instanceof String text) {
            append(sql, dialect, text);
        } else if (value instanceof byte[] bytes) {
            append(sql, dialect, bytes);
        } else {
            throw new IllegalArgumentException("no literal for a " + value.getClass());
        }
    }
}
