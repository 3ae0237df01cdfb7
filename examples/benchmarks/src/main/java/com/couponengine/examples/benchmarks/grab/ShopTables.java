package com.couponengine.examples.benchmarks.grab;

import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlVariant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Tables as a shop lays them out that writes its own coupons: a template with its counters, and 64 tables of coupons by
 * user id. Those of the article have no key that keeps a user from a second coupon; the others do.
 */
public final class ShopTables {
    static final int TABLES = 64;
    static final long TEMPLATE = 1;

    private ShopTables() {}

    /** Creates both sets of tables, each with one template. */
    public static void create(SqlDatabase database) throws SQLException {
        boolean postgres = database.variant() == SqlVariant.POSTGRESQL;
        String time = postgres ? "TIMESTAMP" : "DATETIME";
        String index = postgres ? "" : ", INDEX (user_id, template_id)";
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE coupon_template (id BIGINT PRIMARY KEY, name VARCHAR(100), type SMALLINT,"
                    + " discount_value DECIMAL(10,2), min_amount DECIMAL(10,2), total_count INT,"
                    + " issued_count INT DEFAULT 0, used_count INT DEFAULT 0, per_user_limit INT DEFAULT 1,"
                    + " start_time " + time + ", end_time " + time + ", status SMALLINT DEFAULT 1)");
            statement.execute("INSERT INTO coupon_template VALUES (" + TEMPLATE + ", 'benchmark', 1, 20.00, 100.00,"
                    + " 1000000000, 0, 0, 1, '2020-01-01 00:00:00', '2037-01-01 00:00:00', 1)");
            statement.execute("CREATE TABLE coupon_use (coupon_code VARCHAR(64), order_id BIGINT,"
                    + " discount_amount DECIMAL(10,2), PRIMARY KEY (coupon_code, order_id))");
            for (int i = 0; i < TABLES; i++) {
                String columns = " (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, template_id BIGINT NOT NULL,"
                        + " coupon_code VARCHAR(64) UNIQUE, status SMALLINT DEFAULT 0, order_id BIGINT,"
                        + " discount_amount DECIMAL(10,2), issue_time " + time + ", use_time " + time
                        + ", expire_time " + time;
                statement.execute("CREATE TABLE article_coupon_" + i + columns + index + ")");
                if (postgres) {
                    statement.execute("CREATE INDEX ON article_coupon_" + i + " (user_id, template_id)");
                }
                statement.execute("CREATE TABLE shop_coupon_" + i + columns + ", UNIQUE (template_id, user_id))");
            }
        }
    }

    /** Reads the template's row, as every grab and redeem of the article does, and answers its limit per user. */
    public static int limit(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT * FROM coupon_template WHERE id = ?")) {
            select.setLong(1, TEMPLATE);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt("per_user_limit");
            }
        }
    }

    static String article(long userId) {
        return "article_coupon_" + userId % TABLES;
    }

    static String shop(long userId) {
        return "shop_coupon_" + userId % TABLES;
    }

    /** A code as the article makes them: template, milliseconds, four digits; here with the user, or runs would collide. */
    static String code(long userId) {
        return "%06d%013d%04d%d"
                .formatted(
                        TEMPLATE,
                        System.currentTimeMillis(),
                        ThreadLocalRandom.current().nextInt(1_000, 9_999),
                        userId);
    }
}
