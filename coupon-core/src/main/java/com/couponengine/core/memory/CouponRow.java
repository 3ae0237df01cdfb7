package com.couponengine.core.memory;

import com.couponengine.core.coupon.Coupon;
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

    void replace(Coupon changed) {
        coupon = changed;
    }

    List<Redemption> redemptions() {
        return List.copyOf(redemptions.values());
    }

    void remember(Redemption redemption) {
        redemptions.put(new Attempt(redemption.orderId(), redemption.attempt()), redemption);
    }

    boolean isArchived() {
        return archived;
    }

    void archive() {
        archived = true;
    }
}
