package com.couponengine.jdbc.internal.reading;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.store.CouponReader;
import com.couponengine.core.store.Holdings;
import com.couponengine.core.wallet.WalletQuery;
import com.couponengine.jdbc.internal.db.Database;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.row.CouponRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.internal.row.LedgerRows;
import com.couponengine.jdbc.internal.row.Row;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads coupons and their ledger. Thread-safe. */
public final class JdbcCouponReader implements CouponReader {
    private static final String NOT_FENCED = " AND state <> '" + CouponRows.FENCED + "'";

    private final Database database;

    public JdbcCouponReader(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Coupon> find(CouponCode code) {
        return database.ofTable(code.table()).read("reading coupon " + code, tx -> {
            // In this order: a coupon that is moved meanwhile is seen in one of them, or in both.
            Optional<Coupon> coupon = find(tx, CouponTables.of(code), code);
            return coupon.isPresent() ? coupon : find(tx, CouponTables.ARCHIVE, code);
        });
    }

    private static Optional<Coupon> find(Tx tx, String table, CouponCode code) throws SQLException {
        return coupons(
                        tx,
                        "SELECT " + CouponRows.SELECTED + " FROM " + table + " WHERE code = ?" + NOT_FENCED,
                        List.of(code.toString()))
                .stream()
                .findFirst();
    }

    @Override
    public List<Coupon> wallet(WalletQuery query) {
        return database.ofUser(query.userId()).read("reading the wallet of user " + query.userId(), tx -> {
            WalletSql sql = WalletSql.of(query, tx.nowSql());
            return coupons(tx, sql.text(), sql.values());
        });
    }

    @Override
    public Holdings holdings(long userId) {
        return database.ofUser(userId).read("reading what user " + userId + " has", tx -> HoldingsSql.read(tx, userId));
    }

    /** By the index on users and orders: one on codes would be a page more to be written by every redeem. */
    @Override
    public List<CouponEvent> ledger(CouponCode code) {
        String owner = "(SELECT user_id FROM " + CouponTables.of(code)
                + " WHERE code = ? UNION ALL SELECT user_id FROM " + CouponTables.ARCHIVE + " WHERE code = ?)";
        String text = code.toString();
        return database.ofTable(code.table())
                .read(
                        "reading the ledger of coupon " + code,
                        tx -> events(tx, "WHERE code = ? AND user_id = " + owner, List.of(text, text, text)));
    }

    @Override
    public List<CouponEvent> ledgerOfOrder(long userId, String orderId) {
        return database.ofUser(userId)
                .read(
                        "reading the ledger of order " + orderId,
                        tx -> events(tx, "WHERE user_id = ? AND order_id = ?", List.of(userId, orderId)));
    }

    private static List<Coupon> coupons(Tx tx, String sql, List<Object> values) throws SQLException {
        List<Coupon> coupons = new ArrayList<>();
        Packet packet = new Packet(tx);
        packet.query(sql, values, row -> coupons.add(CouponRows.read(Row.of(row))));
        packet.send();
        return coupons;
    }

    private static List<CouponEvent> events(Tx tx, String where, List<Object> values) throws SQLException {
        List<CouponEvent> events = new ArrayList<>();
        Packet packet = new Packet(tx);
        packet.query(
                "SELECT " + LedgerRows.SELECTED + " FROM " + LedgerRows.TABLE + " " + where + " ORDER BY id",
                values,
                row -> events.add(LedgerRows.read(Row.of(row))));
        packet.send();
        return events;
    }
}
