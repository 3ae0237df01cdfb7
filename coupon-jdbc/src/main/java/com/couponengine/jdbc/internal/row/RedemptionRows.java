package com.couponengine.jdbc.internal.row;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.redemption.Redemption;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How what is remembered of an order with a coupon stands in its row; the key is (code, order, attempt). */
public final class RedemptionRows {
    public static final String TABLE = "coupon_redemption";
    /** Where the memory of archived coupons goes. */
    public static final String ARCHIVE = "coupon_redemption_archive";
    /** The unique key on the place in the order, by which the coupons of an order are found, too. */
    public static final String ORDER_INDEX = "uq_redemption";
    /** All columns, in the order of {@link #values}. */
    public static final List<String> COLUMNS = List.of(
            "code",
            "order_id",
            "attempt",
            "state",
            "held_until",
            "allocation",
            "refunds",
            "order_key",
            "place",
            "stacking_group");
    /** All columns, for a SELECT. */
    public static final String SELECTED = String.join(", ", COLUMNS);

    private RedemptionRows() {}

    /** An order of a user, in one word. */
    public static String orderKey(long userId, String orderId) {
        return userId + ":" + orderId;
    }

    /** The values of {@link #COLUMNS}. */
    public static List<@Nullable Object> values(Coupon coupon, Redemption redemption) {
        Redemption.Place place = redemption.place();
        return Arrays.asList(
                coupon.code().toString(),
                redemption.orderId(),
                redemption.attempt(),
                text(redemption.state()),
                Values.millis(redemption.heldUntil()),
                ShareText.of(redemption.allocation()),
                ShareText.ofRefunds(redemption.refunds()),
                orderKey(coupon.userId(), redemption.orderId()),
                place == null ? null : (Integer) place.number(),
                place == null ? null : place.stackingGroup());
    }

    private static String text(Redemption.State state) {
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
    public static Redemption read(Row row) throws SQLException {
        Integer place = row.integerOrNull("place");
        return new Redemption(
                row.getString("order_id"),
                row.getInt("attempt"),
                state(row.getString("state")),
                row.instantOrNull("held_until"),
                ShareText.allocation(row.getString("allocation")),
                ShareText.refunds(row.getString("refunds")),
                place == null ? null : new Redemption.Place(place, row.getString("stacking_group")));
    }
}
