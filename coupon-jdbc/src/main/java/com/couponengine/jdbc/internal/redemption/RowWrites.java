package com.couponengine.jdbc.internal.redemption;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.redemption.Redemption;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.outbox.OutboxRows;
import com.couponengine.jdbc.internal.row.CouponRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.internal.row.LedgerRows;
import com.couponengine.jdbc.internal.row.RedemptionRows;
import com.couponengine.jdbc.internal.row.ShareText;
import com.couponengine.jdbc.internal.row.Values;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes what was decided about locked coupons: rows, memory, ledger and events, in one round trip. */
final class RowWrites {
    private static final int MEMORY_WIDTH = 7;

    private final Packet packet;
    private final List<@Nullable Object> newMemory = new ArrayList<>();
    private final List<@Nullable Object> ledger = new ArrayList<>();
    private final List<CouponEvent> events = new ArrayList<>();

    private RowWrites(Tx tx) {
        this.packet = new Packet(tx);
    }

    /** Writes what has changed. Answers whether there was anything. */
    static boolean write(Tx tx, Collection<LockedRow> rows) throws SQLException {
        RowWrites writes = new RowWrites(tx);
        rows.forEach(writes::row);
        writes.packet.insert(RedemptionRows.TABLE, RedemptionRows.COLUMNS, MEMORY_WIDTH, writes.newMemory);
        writes.packet.insert(LedgerRows.TABLE, LedgerRows.COLUMNS, LedgerRows.WIDTH, writes.ledger);
        OutboxRows.add(writes.packet, writes.events);
        boolean any = !writes.packet.isEmpty();
        writes.packet.send();
        return any;
    }

    private void row(LockedRow row) {
        if (!row.now().equals(row.before())) {
            compareAndSet(row.before(), row.now());
        }
        String code = row.before().code().toString();
        for (Redemption redemption : row.newMemory()) {
            newMemory.addAll(Arrays.asList(
                    code,
                    redemption.orderId(),
                    redemption.attempt(),
                    RedemptionRows.text(redemption.state()),
                    Values.millis(redemption.heldUntil()),
                    ShareText.of(redemption.allocation()),
                    ShareText.ofRefunds(redemption.refunds())));
        }
        for (Redemption redemption : row.changedMemory()) {
            packet.update(
                    "UPDATE coupon_redemption SET state = ?, held_until = ?, allocation = ?, refunds = ?"
                            + " WHERE code = ? AND order_id = ? AND attempt = ?",
                    Arrays.asList(
                            RedemptionRows.text(redemption.state()),
                            Values.millis(redemption.heldUntil()),
                            ShareText.of(redemption.allocation()),
                            ShareText.ofRefunds(redemption.refunds()),
                            code,
                            redemption.orderId(),
                            redemption.attempt()),
                    count -> Packet.expect(1, count, code));
        }
        for (CouponEvent event : row.events()) {
            ledger.addAll(LedgerRows.values(event));
            events.add(event);
        }
    }

    /** The lock makes it certain; the comparison is the backstop, should a lock ever be lost. */
    private void compareAndSet(Coupon before, Coupon now) {
        Coupon.Use use = now.use();
        packet.update(
                "UPDATE " + CouponTables.name(now.code().table())
                        + " SET state = ?, order_id = ?, attempt = ?, held_until = ?, discount = ?, currency = ?,"
                        + " sweep_at = ? WHERE code = ? AND state = ?",
                Arrays.asList(
                        CouponRows.letter(now.state()),
                        use == null ? null : use.orderId(),
                        use == null ? null : (Integer) use.attempt(),
                        use == null ? null : Values.millis(use.heldUntil()),
                        use == null ? null : (Long) use.discount().minorUnits(),
                        use == null ? null : use.discount().currency().getCurrencyCode(),
                        CouponRows.sweepAt(now),
                        now.code().toString(),
                        CouponRows.letter(before.state())),
                count -> Packet.expect(1, count, now.code()));
    }
}
