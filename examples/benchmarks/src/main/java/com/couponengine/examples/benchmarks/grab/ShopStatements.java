package com.couponengine.examples.benchmarks.grab;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/** The statements that the shop's ways of a grab are made of. */
final class ShopStatements {
    private ShopStatements() {}

    static int countOfUser(Connection connection, long userId) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT COUNT(*) FROM " + ShopTables.article(userId) + " WHERE user_id = ? AND template_id = ?")) {
            select.setLong(1, userId);
            select.setLong(2, ShopTables.TEMPLATE);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    static void countIssued(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE coupon_template"
                + " SET issued_count = issued_count + 1 WHERE id = ? AND issued_count < total_count")) {
            update.setLong(1, ShopTables.TEMPLATE);
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("sold out");
            }
        }
    }

    static void insert(Connection connection, String table, long id, long userId) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table
                + " (id, user_id, template_id, coupon_code, status, issue_time, expire_time)"
                + " VALUES (?, ?, ?, ?, 0, ?, ?)")) {
            long now = System.currentTimeMillis();
            insert.setLong(1, id);
            insert.setLong(2, userId);
            insert.setLong(3, ShopTables.TEMPLATE);
            insert.setString(4, ShopTables.code(userId));
            insert.setTimestamp(5, new Timestamp(now));
            insert.setTimestamp(6, new Timestamp(now + 30L * 24 * 3600 * 1000));
            insert.executeUpdate();
        }
    }
}
