package com.couponengine.jdbc.internal.row;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a change of a coupon stands in the ledger. */
public final class LedgerRows {
    public static final String TABLE = "coupon_ledger";
    /** All columns but the id, in the order of {@link #values}. */
    public static final List<String> COLUMNS = List.of(
            "code",
            "user_id",
            "template_id",
            "type",
            "zone",
            "happened_at",
            "order_id",
            "attempt",
            "discount",
            "paid",
            "currency",
            "request_id",
            "actor",
            "reason");
    /** All columns, for a SELECT. */
    public static final String SELECTED = String.join(", ", COLUMNS);

    private LedgerRows() {}

    /** The values of {@link #COLUMNS}. */
    public static List<@Nullable Object> values(CouponEvent event) {
        Money money = event.discount() != null ? event.discount() : event.paid();
        return Arrays.asList(
                event.code().toString(),
                event.userId(),
                event.templateId(),
                text(event.type()),
                event.zone().getId(),
                event.at().toEpochMilli(),
                event.orderId(),
                event.attempt(),
                Values.minor(event.discount()),
                Values.minor(event.paid()),
                money == null ? null : money.currency().getCurrencyCode(),
                event.requestId(),
                event.by(),
                event.reason());
    }

    /** The event in the current row, which has all {@link #COLUMNS}. */
    public static CouponEvent read(Row row) throws SQLException {
        String code = row.getString("currency");
        Currency currency = code == null ? null : Currency.getInstance(code);
        return new CouponEvent(
                type(row.getString("type")),
                CouponCode.parse(row.getString("code")),
                row.getLong("user_id"),
                row.getLong("template_id"),
                ZoneId.of(row.getString("zone")),
                row.getInstant("happened_at"),
                row.getString("order_id"),
                row.getInt("attempt"),
                currency == null ? null : row.moneyOrNull("discount", currency),
                currency == null ? null : row.moneyOrNull("paid", currency),
                row.getString("request_id"),
                row.getString("actor"),
                row.getString("reason"));
    }

    private static String text(EventType type) {
        return switch (type) {
            case ISSUED -> "ISSUED";
            case HELD -> "HELD";
            case HOLD_LAPSED -> "HOLD_LAPSED";
            case REDEEMED -> "REDEEMED";
            case CONFIRMED -> "CONFIRMED";
            case RELEASED -> "RELEASED";
            case REFUNDED -> "REFUNDED";
            case VOIDED -> "VOIDED";
            case EXPIRED -> "EXPIRED";
        };
    }

    private static EventType type(String text) {
        return switch (text) {
            case "ISSUED" -> EventType.ISSUED;
            case "HELD" -> EventType.HELD;
            case "HOLD_LAPSED" -> EventType.HOLD_LAPSED;
            case "REDEEMED" -> EventType.REDEEMED;
            case "CONFIRMED" -> EventType.CONFIRMED;
            case "RELEASED" -> EventType.RELEASED;
            case "REFUNDED" -> EventType.REFUNDED;
            case "VOIDED" -> EventType.VOIDED;
            case "EXPIRED" -> EventType.EXPIRED;
            default -> throw new IllegalStateException("no type of an event: " + text);
        };
    }
}
