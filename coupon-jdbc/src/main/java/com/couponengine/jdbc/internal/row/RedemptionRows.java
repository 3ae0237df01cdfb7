package com.couponengine.jdbc.internal.row;

import com.couponengine.core.redemption.Redemption;
import java.sql.ResultSet;
import java.sql.SQLException;

/** How what is remembered of an order with a coupon stands in its row; the key is (code, order, attempt). */
public final class RedemptionRows {
    public static final String TABLE = "coupon_redemption";
    /** Where the memory of archived coupons goes. */
    public static final String ARCHIVE = "coupon_redemption_archive";
    /** All columns, in the order of the table. */
    public static final String COLUMNS = "code, order_id, attempt, state, held_until, allocation, refunds";

    private RedemptionRows() {}

    /** A state as it stands in the row. */
    public static String text(Redemption.State state) {
        return switch (state) {
            case HELD -> "HELD";
            case REDEEMED -> "REDEEMED";
            case RELEASED -> "RELEASED";
        };
    }

    private static Redemption.State state(String text) {
        return switch (text) {
            case "HELD" -> Redemption.State.HELD;
            case "REDEEMED" -> Redemption.State.REDEEMED;
            case "RELEASED" -> Redemption.State.RELEASED;
            default -> throw new IllegalStateException("no state of a redemption: " + text);
        };
    }

    /** The memory in the current row, which has all {@link #COLUMNS}. */
    public static Redemption read(ResultSet row) throws SQLException {
        return new Redemption(
                row.getString("order_id"),
                row.getInt("attempt"),
                state(row.getString("state")),
                Values.instant(row, "held_until"),
                ShareText.allocation(row.getString("allocation")),
                ShareText.refunds(row.getString("refunds")));
    }
}
