package com.couponengine.jdbc;

import com.couponengine.core.error.Mistakes;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;

/** The databases that coupons can be kept in. */
public enum Dialect {
    /** MariaDB 10.6 or later. */
    MARIADB,
    /** MySQL 8.0.15 or later. */
    MYSQL,
    /** PostgreSQL 12 or later. */
    POSTGRESQL,
    /** H2 2.x, the embedded default; a file database needs {@code WRITE_DELAY=0}. */
    H2;

    /** Which one answers there, or empty if it is none of them. */
    public static Optional<Dialect> of(DatabaseMetaData metaData) throws SQLException {
        Mistakes.given("metaData", metaData);
        String product = metaData.getDatabaseProductName().toLowerCase(Locale.ROOT);
        String version = metaData.getDatabaseProductVersion().toLowerCase(Locale.ROOT);
        if (product.contains("mariadb") || version.contains("mariadb")) {
            return Optional.of(MARIADB);
        }
        if (product.contains("mysql")) {
            return Optional.of(MYSQL);
        }
        if (product.contains("postgresql")) {
            return Optional.of(POSTGRESQL);
        }
        return product.equals("h2") ? Optional.of(H2) : Optional.empty();
    }

    /** Whether it is MariaDB or MySQL. */
    public boolean isMySqlLike() {
        return this == MARIADB || this == MYSQL;
    }
}
