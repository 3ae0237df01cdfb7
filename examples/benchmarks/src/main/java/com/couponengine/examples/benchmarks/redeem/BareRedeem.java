package com.couponengine.examples.benchmarks.redeem;

import com.couponengine.examples.benchmarks.load.Contender;
import java.sql.Connection;
import java.sql.PreparedStatement;
import javax.sql.DataSource;

/** The least that a redeem can be in a transaction of its own: lock the row, compare and set it, insert its record. */
public final class BareRedeem implements Contender.Blocking {
    private final DataSource database;
    private final ShopCoupons coupons;

    public BareRedeem(DataSource database) {
        this.database = database;
        this.coupons = new ShopCoupons(database, "shop_coupon_", 6_000_000_000L);
    }

    @Override
    public String name() {
        return "lock + update + insert";
    }

    @Override
    public void prepare() throws Exception {
        coupons.fill();
    }

    @Override
    public void once(long number) throws Exception {
        Unused.Owned coupon = coupons.unused.take();
        try (Connection connection = database.getConnection()) {
            if (!coupons.lock(connection, coupon)) {
                throw new IllegalStateException("refused");
            }
            coupons.use(connection, coupon, number);
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO coupon_use (coupon_code, order_id, discount_amount) VALUES (?, ?, 20)")) {
                insert.setString(1, coupon.code());
                insert.setLong(2, number);
                insert.executeUpdate();
            }
            connection.commit();
        }
    }
}
