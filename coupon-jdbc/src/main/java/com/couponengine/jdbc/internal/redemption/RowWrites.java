package com.couponengine.jdbc.internal.redemption;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.redemption.Redemption;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.outbox.OutboxRows;
import com.couponengine.jdbc.internal.row.LedgerRows;
import com.couponengine.jdbc.internal.row.RedemptionRows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes and commits what was decided about locked coupons: rows, memory, ledger and events, in one round trip. */
final class RowWrites {
    /** All columns after the key, then the key. */
    private static final String CHANGE_MEMORY = "UPDATE " + RedemptionRows.TABLE
            + " SET state = ?, held_until = ?, allocation = ?, refunds = ?, order_key = ?, place = ?, stacking_group = ?"
            + " WHERE code = ? AND order_id = ? AND attempt = ?";

    private final Packet packet;
    private final CouponUpdates updates;
    private final SortedMap<String, List<@Nullable Object>> newMemory = new TreeMap<>();
    private final List<@Nullable Object> ledger = new ArrayList<>();
    private final List<CouponEvent> events = new ArrayList<>();

    private RowWrites(Tx tx, boolean alone) {
        this.packet = new Packet(tx, alone);
        this.updates = new CouponUpdates(tx.dialect());
    }

    /**
     * Writes what has changed. Answers whether there was anything.
     *
     * @param splittable see {@link Packet#sendAndCommit}
     */
    static boolean write(Tx tx, Collection<LockedRow> rows, boolean splittable) throws SQLException {
        RowWrites writes = new RowWrites(tx, rows.size() == 1);
        rows.forEach(writes::row);
        writes.updates.addTo(writes.packet);
        List<@Nullable Object> memory = new ArrayList<>();
        writes.newMemory.values().forEach(memory::addAll);
        writes.packet.insert(RedemptionRows.TABLE, RedemptionRows.COLUMNS, memory);
        writes.packet.insert(LedgerRows.TABLE, LedgerRows.COLUMNS, writes.ledger);
        OutboxRows.add(writes.packet, writes.events);
        boolean any = !writes.packet.isEmpty();
        if (any) {
            writes.packet.sendAndCommit(splittable);
        }
        return any;
    }

    private void row(LockedRow row) {
        Coupon coupon = row.now();
        if (row.isChanged()) { // a server may count only rows that an UPDATE has made different
            updates.add(row.before(), coupon);
        }
        for (Redemption redemption : row.changedMemory()) {
            List<@Nullable Object> values = RedemptionRows.values(coupon, redemption);
            if (row.isStored(redemption)) {
                List<@Nullable Object> changed = new ArrayList<>(values.subList(3, values.size()));
                changed.addAll(values.subList(0, 3));
                packet.updateExactly(1, CHANGE_MEMORY, changed);
            } else { // by orders, so that two transactions take places in one order
                String key = RedemptionRows.orderKey(coupon.userId(), redemption.orderId());
                newMemory.computeIfAbsent(key, order -> new ArrayList<>()).addAll(values);
            }
        }
        for (CouponEvent event : row.events()) {
            ledger.addAll(LedgerRows.values(event));
            events.add(event);
        }
    }
}
