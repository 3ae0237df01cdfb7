package com.couponengine.jdbc.internal.upkeep;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.store.UpkeepStore;
import com.couponengine.jdbc.internal.db.Database;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Sql;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.row.CouponRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.internal.row.RedemptionRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Finds what time has changed, and fills the archive. Thread-safe. */
public final class JdbcUpkeepStore implements UpkeepStore {
    private final Database database;

    public JdbcUpkeepStore(Database database) {
        this.database = database;
    }

    @Override
    public List<CouponCode> due(int table, int max) {
        return database.ofTable(table)
                .read(
                        "looking for due coupons of table " + table,
                        tx -> codes(
                                tx,
                                "SELECT code FROM " + CouponTables.name(table)
                                        + " WHERE sweep_at BETWEEN 0 AND " + tx.nowSql()
                                        + " ORDER BY sweep_at LIMIT " + max,
                                List.of()));
    }

    @Override
    public int archive(int table, Instant expiredBefore, int max) {
        String what = "archiving coupons of table " + table;
        return database.ofTable(table).inTransaction(what, tx -> {
            List<CouponCode> found = locked(tx, table, candidates(tx, table, expiredBefore, max));
            if (found.isEmpty()) {
                tx.rollBackAtEnd();
            } else {
                move(tx, table, texts(found));
            }
            return found.size();
        });
    }

    /** What may be moved, by the index on minus the expiry of all that ended unused; nothing is locked for it. */
    private static List<CouponCode> candidates(Tx tx, int table, Instant expiredBefore, int max) throws SQLException {
        return codes(
                tx,
                "SELECT c.code FROM " + CouponTables.name(table) + " c"
                        + Sql.forceIndex(tx.dialect(), CouponTables.sweepIndex(table))
                        + " JOIN coupon_template t ON t.id = c.template_id"
                        + " WHERE c.sweep_at < 0 AND c.sweep_at > ? AND t.state = 'ENDED' ORDER BY c.sweep_at DESC LIMIT "
                        + max,
                List.of(-expiredBefore.toEpochMilli()));
    }

    /**
     * Locks those that still may be moved, in the order in which everybody locks. What another host holds, for moving it
     * as well perhaps, is left to it.
     */
    private static List<CouponCode> locked(Tx tx, int table, List<CouponCode> candidates) throws SQLException {
        return candidates.isEmpty()
                ? List.of()
                : codes(
                        tx,
                        "SELECT code FROM " + CouponTables.name(table)
                                + Sql.forceIndex(tx.dialect(), CouponTables.codeIndex(table)) + " WHERE code IN "
                                + Packet.marks(candidates.size())
                                + " AND sweep_at < 0 ORDER BY code FOR UPDATE SKIP LOCKED",
                        texts(candidates));
    }

    private static void move(Tx tx, int table, List<String> codes) throws SQLException {
        String which = " WHERE code IN " + Packet.marks(codes.size());
        String columns = CouponRows.SELECTED + ", sweep_at";
        Packet packet = new Packet(tx);
        packet.update(
                "INSERT INTO " + CouponTables.ARCHIVE + " (" + columns + ", archived_at) SELECT " + columns + ", "
                        + tx.nowSql() + " FROM " + CouponTables.name(table) + which,
                codes,
                count -> Packet.expect(codes.size(), count, "table " + table));
        delete(packet, CouponTables.name(table), codes, count -> Packet.expect(1, count, "table " + table));
        packet.update(
                "INSERT INTO " + RedemptionRows.ARCHIVE + " (" + RedemptionRows.SELECTED + ") SELECT "
                        + RedemptionRows.SELECTED + " FROM " + RedemptionRows.TABLE + which,
                codes,
                count -> {
                    if (count > 0) {
                        delete(packet, RedemptionRows.TABLE, codes, rows -> {});
                    }
                });
        packet.send();
        packet.send();
    }

    /** One by one: to delete many at once MariaDB may walk through the whole index, and wait for rows of others. */
    private static void delete(Packet packet, String table, List<String> codes, Packet.Count count) {
        codes.forEach(code -> packet.update("DELETE FROM " + table + " WHERE code = ?", List.of(code), count));
    }

    private static List<CouponCode> codes(Tx tx, String sql, List<?> values) throws SQLException {
        List<CouponCode> codes = new ArrayList<>();
        Packet packet = new Packet(tx);
        packet.query(sql, values, row -> codes.add(CouponCode.parse(row.getString("code"))));
        packet.send();
        return codes;
    }

    private static List<String> texts(List<CouponCode> codes) {
        return codes.stream().map(CouponCode::toString).toList();
    }
}
