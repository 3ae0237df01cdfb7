package com.couponengine.core.redemption;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.template.Template;
import java.util.List;
import java.util.Optional;

/**
 * All that a decision about a coupon needs, read under the lock of its row.
 *
 * @param coupon the row
 * @param template its template, with its voiding read under a lock as well
 * @param redemptions what is remembered of orders with this coupon
 */
public record LockedCoupon(Coupon coupon, Template template, List<Redemption> redemptions) {
    public LockedCoupon {
        redemptions = List.copyOf(redemptions);
    }

    Optional<Redemption> of(String orderId, int attempt) {
        return redemptions.stream()
                .filter(r -> r.orderId().equals(orderId) && r.attempt() == attempt)
                .findFirst();
    }

    boolean knowsLaterAttempt(String orderId, int attempt) {
        return redemptions.stream().anyMatch(r -> r.orderId().equals(orderId) && r.attempt() > attempt);
    }
}
