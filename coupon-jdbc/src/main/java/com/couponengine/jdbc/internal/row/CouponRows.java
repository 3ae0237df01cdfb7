package com.couponengine.jdbc.internal.row;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.money.Money;
import java.sql.SQLException;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a coupon stands in its row. */
public final class CouponRows {
    /** The columns that {@link #read} needs, in the order of the table. */
    public static final List<String> COLUMNS = List.of(
            "template_id",
            "user_id",
            "grab_no",
            "code",
            "request_id",
            "state",
            "issued_at",
            "valid_from",
            "expires_at",
            "order_id",
            "attempt",
            "held_until",
            "discount",
            "currency");
    /** The same, for a SELECT. */
    public static final String SELECTED = String.join(", ", COLUMNS);

    /** The state of a row that is no coupon but keeps its code from becoming one. Counted and shown nowhere. */
    public static final String FENCED = "X";

    private CouponRows() {}

    /** The letter of a state. */
    public static String letter(CouponState state) {
        return switch (state) {
            case AVAILABLE -> "A";
            case HELD -> "H";
            case REDEEMED -> "R";
            case EXPIRED -> "E";
            case VOIDED -> "V";
            case FORFEITED -> "L";
        };
    }

    /** The state of a letter; a fence has none, it must not be read as a coupon. */
    public static CouponState state(String letter) {
        return switch (letter) {
            case "A" -> CouponState.AVAILABLE;
            case "H" -> CouponState.HELD;
            case "R" -> CouponState.REDEEMED;
            case "E" -> CouponState.EXPIRED;
            case "V" -> CouponState.VOIDED;
            case "L" -> CouponState.FORFEITED;
            default -> throw new IllegalStateException("no coupon state: " + letter);
        };
    }

    /**
     * What the upkeep finds a coupon by, as the column {@code sweep_at} has it: while time can change it, the moment at
     * which it does; when it has come to its end unused, minus its expiry, so that the archive is filled from the same
     * index. Null for a used coupon, which keeps what it had until the upkeep comes by: so a redeem leaves the index as it
     * is.
     */
    public static @Nullable Long sweepAt(Coupon coupon) {
        Coupon.Use use = coupon.use();
        return switch (coupon.state()) {
            case AVAILABLE -> (Long) coupon.expiresAt().toEpochMilli();
            case HELD -> use == null ? null : Values.millis(use.heldUntil());
            case REDEEMED -> null;
            case EXPIRED, VOIDED, FORFEITED -> -coupon.expiresAt().toEpochMilli();
        };
    }

    /**
     * The number of the attempt that uses a coupon, as the column {@code attempt} has it: zero if none does any more, null
     * if none ever did, so that nothing is remembered of it.
     */
    public static int attempt(Coupon coupon) {
        return coupon.use() == null ? 0 : coupon.use().attempt();
    }

    /** Whether anything may be remembered of orders with the coupon of the current row. */
    public static boolean isRemembered(Row row) throws SQLException {
        return row.integerOrNull("attempt") != null;
    }

    /** The coupon of the current row, which must not be a fence. */
    public static Coupon read(Row row) throws SQLException {
        String orderId = row.getString("order_id");
        Coupon.Use use = orderId == null
                ? null
                : new Coupon.Use(
                        orderId,
                        row.getInt("attempt"),
                        row.instantOrNull("held_until"),
                        new Money(row.getLong("discount"), Currency.getInstance(row.getString("currency"))));
        return new Coupon(
                CouponCode.parse(row.getString("code")),
                row.getLong("user_id"),
                row.getLong("template_id"),
                row.getInt("grab_no"),
                row.getString("request_id"),
                state(row.getString("state")),
                row.getInstant("issued_at"),
                row.getInstant("valid_from"),
                row.getInstant("expires_at"),
                use);
    }
}
