package com.couponengine.core.memory;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.redemption.Decision;
import com.couponengine.core.redemption.Redemption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A coupon with what is remembered of its orders. Guarded by the repository's lock. */
final class CouponRow {
    private record Attempt(String orderId, int attempt) {}

    private final Map<Attempt, Redemption> redemptions = new LinkedHashMap<>();
    private Coupon coupon;
    private boolean archived;

    CouponRow(Coupon coupon) {
        this.coupon = coupon;
    }

    Coupon coupon() {
        return coupon;
    }

    List<Redemption> redemptions() {
        return List.copyOf(redemptions.values());
    }

    /** A copy of this row as a decision wants it. */
    CouponRow after(Decision.Change change) {
        CouponRow copy = new CouponRow(change.coupon());
        copy.redemptions.putAll(redemptions);
        Redemption memory = change.redemption();
        if (memory != null) {
            copy.redemptions.put(new Attempt(memory.orderId(), memory.attempt()), memory);
        }
        return copy;
    }

    /** Takes over what a copy has become. */
    void replaceBy(CouponRow copy) {
        coupon = copy.coupon;
        redemptions.putAll(copy.redemptions);
    }

    boolean isArchived() {
        return archived;
    }

    void archive() {
        archived = true;
    }
}
