package com.couponengine.jdbc.internal.issue;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.RequestKey;
import com.couponengine.jdbc.Dialect;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.row.CouponRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.internal.row.Row;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is stored already of the users, request ids and codes of a batch. Not thread-safe. */
final class Earlier {
    private final Map<RequestKey, Coupon> granted = new HashMap<>();
    private final Map<Long, Set<Integer>> numbers = new HashMap<>();
    private final Set<String> codes = new HashSet<>();

    /** Adds the questions to a packet; the answers are here when it was sent. */
    void ask(Tx tx, Packet packet, long templateId, List<IssueRequest> requests) {
        Map<String, List<IssueRequest>> byTable = new TreeMap<>();
        for (IssueRequest request : requests) {
            byTable.computeIfAbsent(CouponTables.ofUser(request.userId()), table -> new ArrayList<>())
                    .add(request);
        }
        byTable.forEach((name, ofTable) -> {
            askGranted(tx, packet, name, ofTable);
            List<@Nullable Object> users = new ArrayList<>(List.of(templateId));
            users.addAll(users(ofTable));
            packet.query(
                    "SELECT user_id, grab_no FROM " + name + " WHERE template_id = ? AND user_id IN "
                            + Packet.marks(users.size() - 1) + " AND grab_no > 0",
                    users,
                    row -> numbersOf(row.getLong(1)).add(row.getInt(2)));
            packet.query(
                    "SELECT code FROM " + name + " WHERE code IN " + Packet.marks(ofTable.size()),
                    ofTable.stream().map(request -> request.code().toString()).toList(),
                    row -> codes.add(row.getString(1)));
        });
        askGranted(tx, packet, CouponTables.ARCHIVE, requests);
    }

    /**
     * Adds the question what was granted. The archive comes last: a coupon that moves there meanwhile is met in one of
     * the two places.
     */
    void askGranted(Tx tx, Packet packet, Set<RequestKey> keys) {
        Map<String, List<RequestKey>> byTable = new TreeMap<>();
        for (RequestKey key : keys) {
            byTable.computeIfAbsent(CouponTables.ofUser(key.userId()), table -> new ArrayList<>())
                    .add(key);
        }
        byTable.forEach((table, ofTable) -> askKeys(tx, packet, table, ofTable));
        askKeys(tx, packet, CouponTables.ARCHIVE, List.copyOf(keys));
    }

    private void askGranted(Tx tx, Packet packet, String table, List<IssueRequest> requests) {
        askKeys(
                tx,
                packet,
                table,
                requests.stream()
                        .map(request -> new RequestKey(request.userId(), request.requestId()))
                        .distinct()
                        .toList());
    }

    private void askKeys(Tx tx, Packet packet, String table, List<RequestKey> keys) {
        String select = "SELECT " + CouponRows.SELECTED + " FROM " + table + " WHERE ";
        List<Object> values = new ArrayList<>(2 * keys.size());
        if (tx.dialect() == Dialect.H2 && keys.size() > 1) { // it finds no index for pairs, and answers more than asked
            keys.stream().map(RequestKey::userId).distinct().forEach(values::add);
            packet.query(
                    select + "request_id IS NOT NULL AND user_id IN " + Packet.marks(values.size()),
                    values,
                    this::take);
            return;
        }
        for (RequestKey key : keys) {
            values.add(key.userId());
            values.add(key.requestId());
        }
        String or = String.join(" OR ", Collections.nCopies(keys.size(), "(user_id = ? AND request_id = ?)"));
        packet.query(select + or, values, this::take);
    }

    private void take(ResultSet row) throws SQLException {
        Coupon coupon = CouponRows.read(Row.of(row));
        granted.put(new RequestKey(coupon.userId(), coupon.requestId()), coupon);
    }

    private static List<Long> users(List<IssueRequest> requests) {
        return requests.stream().map(IssueRequest::userId).distinct().toList();
    }

    private Set<Integer> numbersOf(long userId) {
        return numbers.computeIfAbsent(userId, user -> new HashSet<>());
    }

    /** The coupon that a request was granted, of whichever template. */
    @Nullable
    Coupon granted(IssueRequest request) {
        return granted.get(new RequestKey(request.userId(), request.requestId()));
    }

    /** What was found granted, of whichever template; perhaps more than was asked for. */
    Map<RequestKey, Coupon> granted() {
        return granted;
    }

    /** The lowest number that none of the user's coupons of the template has. */
    int freeNumber(long userId) {
        Set<Integer> taken = numbersOf(userId);
        int number = 1;
        while (taken.contains(number)) {
            number++;
        }
        return number;
    }

    /** Whether a row, a coupon's or a fence's, has the request's code. */
    boolean isTaken(IssueRequest request) {
        return codes.contains(request.code().toString());
    }

    /** Counts a coupon that is to be inserted among the earlier ones. */
    void add(Coupon coupon) {
        granted.put(new RequestKey(coupon.userId(), coupon.requestId()), coupon);
        numbersOf(coupon.userId()).add(coupon.grabNo());
        codes.add(coupon.code().toString());
    }
}
