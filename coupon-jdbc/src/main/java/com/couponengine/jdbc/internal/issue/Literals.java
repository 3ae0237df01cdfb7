package com.couponengine.jdbc.internal.issue;

import com.couponengine.jdbc.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Values as they stand in the text of a statement, whatever they are and whatever quoting the server is set to. */
final class Literals {
    private Literals() {}

    /** Appends a text of printable ASCII characters. */
    static void append(StringBuilder sql, Dialect dialect, String text) {
        boolean plain = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            plain &= c > ' ' && c < 127 && c != '\'' && c != '\\';
        }
        if (plain) {
            sql.append('\'').append(text).append('\'');
        } else if (dialect == Dialect.H2) {
            sql.append('\'').append(text.replace("'", "''")).append('\'');
        } else if (dialect == Dialect.POSTGRESQL) {
            sql.append("CONVERT_FROM(");
            append(sql, dialect, text.getBytes(StandardCharsets.US_ASCII));
            sql.append(",'SQL_ASCII')");
        } else {
            sql.append("CONVERT(");
            append(sql, dialect, text.getBytes(StandardCharsets.US_ASCII));
            sql.append(" USING ascii)");
        }
    }

    /** Appends bytes; not for H2. */
    static void append(StringBuilder sql, Dialect dialect, byte[] bytes) {
        sql.append(dialect == Dialect.POSTGRESQL ? "DECODE('" : "FROM_BASE64('")
                .append(Base64.getEncoder().encodeToString(bytes))
                .append(dialect == Dialect.POSTGRESQL ? "','base64')" : "')");
    }
}
