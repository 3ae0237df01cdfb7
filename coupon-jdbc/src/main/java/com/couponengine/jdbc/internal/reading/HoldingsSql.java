package com.couponengine.jdbc.internal.reading;

import com.couponengine.core.store.Holdings;
import com.couponengine.core.template.Template;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.row.CouponRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.internal.row.Row;
import com.couponengine.jdbc.internal.row.TemplateRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a user may still use, as one query: the rows with their templates, and the time, which is there without rows. */
final class HoldingsSql {
    private static final String PREFIX = "t_";
    private static final String TEMPLATE = "t.id AS " + PREFIX + "id, "
            + TemplateRows.COLUMNS.stream()
                    .map(column -> "t." + column + " AS " + PREFIX + column)
                    .collect(Collectors.joining(", "));

    private final List<Holdings.Holding> coupons = new ArrayList<>();
    private final Map<Long, Template> templates = new HashMap<>();
    private Instant now = Instant.EPOCH;

    private HoldingsSql() {}

    static Holdings read(Tx tx, long userId) throws SQLException {
        HoldingsSql holdings = new HoldingsSql();
        Packet packet = new Packet(tx);
        packet.query(
                "SELECT n.millis AS now_millis, " + WalletSql.COLUMNS + ", " + TEMPLATE + " FROM (SELECT "
                        + tx.nowSql() + " AS millis) n LEFT JOIN ("
                        + CouponTables.ofUser(userId)
                        + " c JOIN coupon_template t ON t.id = c.template_id) ON c.user_id = ? AND " + WalletSql.USABLE
                        + " ORDER BY c.expires_at, c.code",
                List.of(userId),
                holdings::add);
        packet.send();
        return new Holdings(holdings.now, holdings.coupons);
    }

    private void add(ResultSet row) throws SQLException {
        now = Instant.ofEpochMilli(row.getLong("now_millis"));
        if (row.getString("code") != null) {
            long templateId = row.getLong("template_id");
            Template template = templates.get(templateId);
            if (template == null) {
                template = TemplateRows.read(Row.of(row, PREFIX));
                templates.put(templateId, template);
            }
            coupons.add(new Holdings.Holding(CouponRows.read(Row.of(row)), template));
        }
    }
}
