package com.couponengine.jdbc.internal.redemption;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.store.Shards;
import com.couponengine.jdbc.Dialect;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Sql;
import com.couponengine.jdbc.internal.row.CouponRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.internal.row.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares and sets the rows of coupons. Those of a table that become alike, but for their orders and discounts, share a
 * statement: to a server a statement costs far more than a row.
 */
final class CouponUpdates {
    /** What the rows of a statement have in common. */
    private record Same(
            int stream,
            CouponState before,
            CouponState now,
            boolean inUse,
            int attempt,
            @Nullable Long heldUntil,
            @Nullable String currency,
            @Nullable Long sweepAt) {
        static Same of(Coupon before, Coupon now) {
            Coupon.Use use = now.use();
            return new Same(
                    Shards.streamOf(now.code().table()),
                    before.state(),
                    now.state(),
                    use != null,
                    CouponRows.attempt(now),
                    use == null ? null : Values.millis(use.heldUntil()),
                    use == null ? null : use.discount().currency().getCurrencyCode(),
                    CouponRows.sweepAt(now));
        }
    }

    private final Dialect dialect;
    private final Map<Same, List<Coupon>> rows = new LinkedHashMap<>();

    CouponUpdates(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Takes a coupon that has changed. */
    void add(Coupon before, Coupon now) {
        rows.computeIfAbsent(Same.of(before, now), same -> new ArrayList<>()).add(now);
    }

    /**
     * Adds the statements. The locks make it certain; the comparison is the backstop, should a lock ever be lost: then a
     * row in another state is not changed, and the transaction fails.
     */
    void addTo(Packet packet) {
        rows.forEach((same, coupons) -> {
            List<@Nullable Object> values = new ArrayList<>(
                    Arrays.asList(CouponRows.letter(same.now), same.attempt, same.heldUntil, same.currency));
            if (same.sweepAt != null) { // a used coupon stays where the upkeep will pass it: that spares an index
                values.add(same.sweepAt);
            }
            String orders = byCode(coupons, same.inUse, use -> use.orderId(), values);
            String discounts = byCode(coupons, same.inUse, use -> use.discount().minorUnits(), values);
            coupons.forEach(coupon -> values.add(coupon.code().toString()));
            values.add(CouponRows.letter(same.before));
            packet.updateExactly(
                    coupons.size(),
                    "UPDATE " + CouponTables.name(same.stream)
                            + Sql.forceIndex(dialect, CouponTables.codeIndex(same.stream))
                            + " SET state = ?, attempt = ?, held_until = ?, currency = ?"
                            + (same.sweepAt == null ? "" : ", sweep_at = ?") + ", order_id = " + orders
                            + ", discount = " + discounts + " WHERE code IN "
                            + Packet.marks(coupons.size()) + " AND state = ?",
                    values);
        });
    }

    /** A value for each coupon as an expression, whose values are added. */
    private static String byCode(
            List<Coupon> coupons, boolean inUse, Function<Coupon.Use, Object> value, List<@Nullable Object> values) {
        if (!inUse) {
            return "NULL";
        }
        Object first = value.apply(use(coupons.get(0)));
        if (coupons.stream().allMatch(coupon -> value.apply(use(coupon)).equals(first))) {
            values.add(first);
            return "?";
        }
        for (Coupon coupon : coupons) {
            values.add(coupon.code().toString());
            values.add(value.apply(use(coupon)));
        }
        return "CASE code" + " WHEN ? THEN ?".repeat(coupons.size()) + " END";
    }

    private static Coupon.Use use(Coupon coupon) {
        return Objects.requireNonNull(coupon.use());
    }
}
