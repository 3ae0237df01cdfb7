package com.couponengine.jdbc.internal.reading;

import com.couponengine.core.wallet.WalletQuery;
import com.couponengine.jdbc.internal.row.CouponRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A page of a wallet as one query: the user's rows by the unique index that starts with the user id, filtered and put
 * in order.
 *
 * @param text the query
 * @param values what its question marks stand for
 */
record WalletSql(String text, List<Object> values) {
    static final String COLUMNS =
            CouponRows.COLUMNS.stream().map(column -> "c." + column).collect(Collectors.joining(", "));

    /** Neither used nor lost, whatever the time says. */
    private static final String ALIVE = "c.state IN ('A', 'H', 'E') AND t.voided_at IS NULL";
    /** Alive, and the end has not come. */
    static final String USABLE = ALIVE + " AND c.state <> 'E' AND c.expires_at > n.millis";

    /** @param now the repository's time: a number, or the server's expression for it */
    static WalletSql of(WalletQuery query, String now) {
        List<Object> values = new ArrayList<>();
        boolean newest = query.order() == WalletQuery.Sort.NEWEST_FIRST;
        String place = newest ? "c.issued_at" : "c.expires_at";
        String then = newest ? " < ?" : " > ?";
        String direction = newest ? " DESC" : "";
        StringBuilder text = new StringBuilder("SELECT " + COLUMNS + " FROM "
                + CouponTables.ofUser(query.userId()) + " c LEFT JOIN coupon_template t"
                + " ON t.id = c.template_id CROSS JOIN (SELECT " + now + " AS millis) n WHERE c.user_id = ? AND "
                + view(query.view()));
        values.add(query.userId());
        WalletQuery.Cursor after = query.after();
        if (after != null) {
            long at = after.at().toEpochMilli();
            text.append(" AND (" + place + then + " OR (" + place + " = ? AND c.code" + then + "))");
            values.addAll(List.of(at, at, after.code().toString()));
        }
        text.append(" ORDER BY " + place + direction + ", c.code" + direction + " LIMIT " + query.max());
        return new WalletSql(text.toString(), values);
    }

    private static String view(WalletQuery.View view) {
        return switch (view) {
            case ALL -> "c.state <> '" + CouponRows.FENCED + "'";
            case UNUSED -> USABLE + " AND (c.state = 'A' OR c.held_until <= n.millis)";
            case HELD -> USABLE + " AND c.state = 'H' AND c.held_until > n.millis";
            case REDEEMED -> "c.state = 'R'";
            case EXPIRED -> ALIVE + " AND (c.state = 'E' OR c.expires_at <= n.millis)";
            case LOST -> "(c.state IN ('V', 'L') OR (c.state IN ('A', 'H', 'E') AND t.voided_at IS NOT NULL))";
        };
    }
}
