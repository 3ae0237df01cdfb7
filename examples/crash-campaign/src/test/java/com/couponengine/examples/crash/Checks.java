package com.couponengine.examples.crash;

import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.ShareId;
import com.couponengine.examples.crash.StoredRows.Row;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Holds what is stored against what callers were told. To be made while no call is under way. */
final class Checks {
    private final RoundPlan plan;
    private final Stage stage;
    private final long template;
    private final Crowd crowd;
    private final Findings findings;

    Checks(RoundPlan plan, Stage stage, long template, Crowd crowd, Findings findings) {
        this.plan = plan;
        this.stage = stage;
        this.template = template;
        this.crowd = crowd;
        this.findings = findings;
    }

    private record Key(long user, String request) {}

    private List<Row> rows() {
        try (Connection connection = stage.database.connect()) {
            return new StoredRows(template).all(connection);
        } catch (SQLException e) {
            throw new IllegalStateException("the database is up and cannot be read", e);
        }
    }

    /** A refusal says that there is no coupon: as long as nothing was tried again, there must be none. */
    void refusedIsNoRow() {
        Map<Key, String> codes = codes(rows());
        for (Wish wish : crowd.wishes()) {
            String code = codes.get(new Key(wish.user, wish.request));
            findings.require(
                    !(wish.isRefused() && code != null), "what was refused is no row", wish + ", but there is " + code);
        }
    }

    /** Wishes that should be tried again: what is in doubt, who could still get one, and some who could not. */
    List<Wish> leftOver() {
        Map<Long, Long> perUser = perUser(rows());
        return crowd.wishes().stream()
                .filter(wish -> wish.code == null)
                .filter(wish -> wish.inDoubt > 0
                        || perUser.getOrDefault(wish.user, 0L) < plan.perUserLimit()
                        || wish.user % 16 == 0)
                .toList();
    }

    /**
     * Wishes that should have been granted by now: those that have a coupon and do not know it, and those whose user is
     * below the limit while there are units left.
     */
    List<Wish> stillOpen() {
        List<Row> rows = rows();
        Map<Key, String> codes = codes(rows);
        Map<Long, Long> perUser = perUser(rows);
        boolean soldOut = rows.size() >= plan.total();
        return crowd.wishes().stream()
                .filter(wish -> wish.code == null)
                .filter(wish -> codes.containsKey(new Key(wish.user, wish.request))
                        || (!soldOut && perUser.getOrDefault(wish.user, 0L) < plan.perUserLimit()))
                .toList();
    }

    /** Everything that must hold at rest. */
    void atRest() {
        List<Row> rows = rows();
        findings.require(
                rows.size() <= plan.total(), "never more rows than the total", rows.size() + " of " + plan.total());
        rows.stream()
                .collect(Collectors.groupingBy(Row::user, Collectors.counting()))
                .forEach((user, has) -> findings.require(
                        has <= plan.perUserLimit(), "no user above the limit", "user " + user + " has " + has));
        Map<Key, String> codes = codes(rows);
        findings.require(
                codes.size() == rows.size(),
                "one coupon for a request id",
                rows.size() + " rows for " + codes.size() + " requests");
        for (Wish wish : crowd.wishes()) {
            String code = codes.remove(new Key(wish.user, wish.request));
            findings.require(
                    wish.code == null || wish.code.equals(code),
                    "every grant that a caller saw is a row",
                    wish + ", but the row has " + code);
            findings.require(
                    wish.code != null || code == null,
                    "who asks again is told of the coupon",
                    wish + ", but there is " + code);
        }
        codes.forEach((key, code) -> findings.add("every row was wished for", key + " has " + code));
        gate(rows.size());
    }

    /** Whether the gate is there and no reservation is open. */
    boolean nothingIsReserved() {
        Optional<GateView> view = view();
        return view.isPresent() && view.get().reserved() == 0;
    }

    private Optional<GateView> view() {
        return stage.gate.view(new ShareId(template, 0));
    }

    private void gate(long rows) {
        Optional<GateView> view = view();
        boolean agrees = view.isPresent()
                && view.get().reserved() == 0
                && view.get().remaining() != null
                && view.get().remaining() + rows == plan.total();
        findings.require(agrees, "gate and issued add up to the total", view + ", " + rows + " issued");
    }

    private static Map<Long, Long> perUser(List<Row> rows) {
        return rows.stream().collect(Collectors.groupingBy(Row::user, Collectors.counting()));
    }

    private static Map<Key, String> codes(List<Row> rows) {
        Map<Key, String> codes = new HashMap<>();
        rows.forEach(row -> codes.put(new Key(row.user(), row.request()), row.code()));
        return codes;
    }
}
