package com.couponengine.examples.flashsale;

import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.memory.InMemoryEventPublisher;
import com.couponengine.core.store.Shards;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.Template;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Holds what callers were told, the counters, the gate and the events against the rows of the database. */
final class Guarantees {
    /** One check. */
    record Check(String what, boolean holds, String figures) {}

    private final List<Check> checks = new ArrayList<>();
    private final Set<String> codes = new HashSet<>();
    private final Map<Long, Integer> perUser = new HashMap<>();
    private final Set<String> requests = new HashSet<>();
    private long rows;
    private long used;
    private long discountMinor;

    private Guarantees() {}

    static List<Check> check(Shop shop, Servers servers, Template template, Sale sale) throws SQLException {
        Guarantees guarantees = new Guarantees();
        guarantees.readRows(shop, servers, template.id());
        guarantees.compare(shop, template, sale);
        return guarantees.checks;
    }

    private void readRows(Shop shop, Servers servers, long templateId) throws SQLException {
        try (Connection connection =
                DriverManager.getConnection(shop.url, servers.databaseUser, servers.databasePassword)) {
            for (int stream = 0; stream < Shards.STREAMS; stream++) {
                String sql =
                        "SELECT user_id, code, request_id, order_id, held_until, discount FROM user_coupon_s%d WHERE template_id = ? AND grab_no > 0"
                                .formatted(stream);
                try (PreparedStatement query = connection.prepareStatement(sql)) {
                    query.setLong(1, templateId);
                    try (ResultSet row = query.executeQuery()) {
                        while (row.next()) {
                            readRow(row);
                        }
                    }
                }
            }
        }
    }

    private void readRow(ResultSet row) throws SQLException {
        rows++;
        codes.add(row.getString("code"));
        requests.add(row.getLong("user_id") + "/" + row.getString("request_id"));
        perUser.merge(row.getLong("user_id"), 1, Integer::sum);
        row.getLong("held_until");
        boolean held = !row.wasNull();
        if (row.getString("order_id") != null && !held) {
            used++;
            discountMinor += row.getLong("discount");
        }
    }

    private void compare(Shop shop, Template template, Sale sale) {
        Long total = template.spec().total();
        add("rows do not exceed the total", total == null || rows <= total, rows + " of " + total);
        int most = perUser.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        Integer limit = template.spec().perUserLimit();
        add("nobody has more than the limit", limit == null || most <= limit, "at most " + most + ", limit " + limit);
        add("every code is there once", codes.size() == rows, codes.size() + " codes");
        add("every request has one coupon", requests.size() == rows, requests.size() + " requests");
        long missing = sale.granted.stream()
                .filter(code -> !codes.contains(code.toString()))
                .count();
        add(
                "every coupon that a caller saw is a row",
                missing == 0,
                sale.granted.size() + " seen, " + missing + " missing");
        ShareStock stock = shop.repository.issues().stock(template.id()).get(0);
        add("the counter counts the rows", stock.issued() == rows, stock.issued() + " issued");
        Optional<GateView> view = shop.gate.view(stock.share());
        add(
                "gate and database agree",
                view.isPresent()
                        && view.get().reserved() == 0
                        && Objects.equals(view.get().remaining(), stock.remaining()),
                view.map(gate -> gate.remaining() + " left in the gate, " + gate.reserved() + " reserved")
                                .orElse("no gate")
                        + "; " + stock.remaining() + " left in the database");
        add(
                "used coupons are those of the orders",
                used == sale.redeemed.get() && discountMinor == sale.discountMinor.get(),
                "%d for %.2f yuan; callers were told %d for %.2f"
                        .formatted(used, discountMinor / 100.0, sale.redeemed.get(), sale.discountMinor.get() / 100.0));
        if (shop.events instanceof InMemoryEventPublisher published) {
            compareEvents(published.events());
        }
    }

    private void compareEvents(List<CouponEvent> events) {
        long issued = events.stream()
                .filter(event -> event.type() == EventType.ISSUED)
                .map(CouponEvent::code)
                .distinct()
                .count();
        long net = events.stream()
                .filter(event -> event.discount() != null)
                .mapToLong(event -> event.discount().minorUnits() * (event.type() == EventType.REDEEMED ? 1 : -1))
                .sum();
        add(
                "events tell the same",
                issued == rows && net == discountMinor,
                "%d issued, %.2f yuan given".formatted(issued, net / 100.0));
    }

    private void add(String what, boolean holds, String figures) {
        checks.add(new Check(what, holds, figures));
    }
}
