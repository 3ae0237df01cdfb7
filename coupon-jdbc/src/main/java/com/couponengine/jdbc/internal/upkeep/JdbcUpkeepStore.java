package com.couponengine.jdbc.internal.upkeep;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.store.UpkeepStore;
import com.couponengine.jdbc.internal.db.Database;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Source;
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
    private static final String USED = CouponRows.letter(CouponState.REDEEMED);

    private final Database database;

    public JdbcUpkeepStore(Database database) {
        this.database = database;
    }

    @Override
    public Due due(int stream, int max) {
        String what = "looking for due coupons of stream " + stream;
        Source source = database.ofStream(stream);
        List<CouponCode> used = new ArrayList<>();
        List<CouponCode> due = source.read(what, tx -> passed(tx, stream, max, used));
        if (!used.isEmpty()) {
            source.inTransaction(what, tx -> forget(tx, stream, used));
        }
        return new Due(due, due.size() + used.size() == max);
    }

    /** What stands in the index up to now, so much at the most; used coupons are added to {@code used}. */
    private static List<CouponCode> passed(Tx tx, int stream, int max, List<CouponCode> used) throws SQLException {
        List<CouponCode> due = new ArrayList<>();
        used.clear(); // it may be tried again
        Packet packet = new Packet(tx);
        packet.query(
                "SELECT code, state FROM " + CouponTables.name(stream) + " WHERE sweep_at BETWEEN 0 AND " + tx.nowSql()
                        + " ORDER BY sweep_at LIMIT " + max,
                List.of(),
                row -> (row.getString("state").equals(USED) ? used : due).add(CouponCode.parse(row.getString("code"))));
        packet.send();
        return due;
    }

    /** Takes used coupons, which time does not change any more, out of the index. */
    private static int forget(Tx tx, int stream, List<CouponCode> used) throws SQLException {
        String table = CouponTables.name(stream) + Sql.forceIndex(tx.dialect(), CouponTables.codeIndex(stream));
        List<String> locked = texts(codes(
                tx,
                "SELECT code FROM " + table + " WHERE code IN " + Packet.marks(used.size()) + " AND state = '" + USED
                        + "' ORDER BY code FOR UPDATE",
                texts(used)));
        if (!locked.isEmpty()) {
            Packet packet = new Packet(tx);
            packet.update(
                    "UPDATE " + table + " SET sweep_at = NULL WHERE code IN " + Packet.marks(locked.size()),
                    locked,
                    count -> {});
            packet.send();
        }
        return locked.size();
    }

    @Override
    public int archive(int stream, Instant expiredBefore, int max) {
        String what = "archiving coupons of stream " + stream;
        return database.ofStream(stream).inTransaction(what, tx -> {
            List<CouponCode> found = locked(tx, stream, candidates(tx, stream, expiredBefore, max));
            if (found.isEmpty()) {
                tx.rollBackAtEnd();
            } else {
                move(tx, stream, texts(found));
            }
            return found.size();
        });
    }

    /** What may be moved, by the index on minus the expiry of all that ended unused; nothing is locked for it. */
    private static List<CouponCode> candidates(Tx tx, int stream, Instant expiredBefore, int max) throws SQLException {
        return codes(
                tx,
                "SELECT c.code FROM " + CouponTables.name(stream) + " c"
                        + Sql.forceIndex(tx.dialect(), CouponTables.sweepIndex(stream))
                        + " JOIN coupon_template t ON t.id = c.template_id"
                        + " WHERE c.sweep_at < 0 AND c.sweep_at > ? AND t.state = 'ENDED' ORDER BY c.sweep_at DESC LIMIT "
                        + max,
                List.of(-expiredBefore.toEpochMilli()));
    }

    /**
     * Locks those that still may be moved, in the order in which everybody locks. What another host holds, for moving it
     * as well perhaps, is left to it.
     */
    private static List<CouponCode> locked(Tx tx, int stream, List<CouponCode> candidates) throws SQLException {
        return candidates.isEmpty()
                ? List.of()
                : codes(
                        tx,
                        "SELECT code FROM " + CouponTables.name(stream)
                                + Sql.forceIndex(tx.dialect(), CouponTables.codeIndex(stream)) + " WHERE code IN "
                                + Packet.marks(candidates.size())
                                + " AND sweep_at < 0 ORDER BY code FOR UPDATE SKIP LOCKED",
                        texts(candidates));
    }

    private static void move(Tx tx, int stream, List<String> codes) throws SQLException {
        String which = " WHERE code IN " + Packet.marks(codes.size());
        String columns = CouponRows.SELECTED + ", sweep_at";
        Packet packet = new Packet(tx);
        packet.update(
                "INSERT INTO " + CouponTables.ARCHIVE + " (" + columns + ", archived_at) SELECT " + columns + ", "
                        + tx.nowSql() + " FROM " + CouponTables.name(stream) + which,
                codes,
                count -> Packet.expect(codes.size(), count, "stream " + stream));
        delete(packet, CouponTables.name(stream), codes, count -> Packet.expect(1, count, "stream " + stream));
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
