package com.couponengine.examples.benchmarks.redeem;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Coupons in a shop's tables, and the statements that redeem one. */
final class ShopCoupons {
    private static final int TABLES = 64;
    private static final int UNUSED = 30_000;

    private final DataSource database;
    private final String table;
    private final long firstId;
    final Unused unused = new Unused();

    /**
     * Coupons of one contender.
     *
     * @param table the name of its tables, without their numbers
     * @param firstId below all its ids
     */
    ShopCoupons(DataSource database, String table, long firstId) {
        this.database = database;
        this.table = table;
        this.firstId = firstId;
    }

    void fill() throws Exception {
        unused.fill(UNUSED, this::insert);
    }

    private List<Unused.Owned> insert(long firstUser, int count) throws SQLException {
        List<Unused.Owned> laid = new ArrayList<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (long user = firstUser; user < firstUser + count; user++) {
                long id = firstId + user;
                laid.add(new Unused.Owned(id, "u" + id));
                statement.addBatch(
                        "INSERT INTO " + table + id % TABLES + " (id, user_id, template_id, coupon_code, status,"
                                + " issue_time, expire_time) VALUES (" + id + ", " + id + ", 1, 'u" + id
                                + "', 0, '2026-01-01 00:00:00', '2037-01-01 00:00:00')");
            }
            statement.executeBatch();
            connection.commit();
        }
        return laid;
    }

    /** Locks a coupon and answers whether it is unused. */
    boolean lock(Connection connection, Unused.Owned coupon) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT status, template_id, expire_time FROM "
                + table + coupon.userId() % TABLES + " WHERE coupon_code = ? AND user_id = ? FOR UPDATE")) {
            select.setString(1, coupon.code());
            select.setLong(2, coupon.userId());
            try (ResultSet row = select.executeQuery()) {
                return row.next() && row.getInt(1) == 0;
            }
        }
    }

    /** Compares and sets its state. */
    void use(Connection connection, Unused.Owned coupon, long order) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE " + table + coupon.userId() % TABLES
                + " SET status = 1, order_id = ?, use_time = CURRENT_TIMESTAMP, discount_amount = ?"
                + " WHERE coupon_code = ? AND user_id = ? AND status = 0")) {
            update.setLong(1, order);
            update.setBigDecimal(2, java.math.BigDecimal.valueOf(20));
            update.setString(3, coupon.code());
            update.setLong(4, coupon.userId());
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException(coupon + " was not unused");
            }
        }
    }
}
