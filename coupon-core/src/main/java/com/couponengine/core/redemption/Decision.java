package com.couponengine.core.redemption;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.event.CouponEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to become of a locked coupon.
 *
 * @param result the caller's answer
 * @param change what is to be written in the transaction of the lock, or null for nothing
 */
public record Decision(RedemptionResult result, @Nullable Change change) {
    public Decision {
        Mistakes.given("result", result);
    }

    /**
     * What is to be written.
     *
     * @param coupon the row as it is to be
     * @param redemption the memory to insert or replace, by (coupon, order, attempt); or null
     * @param events what goes into the ledger and the outbox, in order; may be empty
     */
    public record Change(Coupon coupon, @Nullable Redemption redemption, List<CouponEvent> events) {
        public Change {
            Mistakes.given("coupon", coupon);
            events = Mistakes.copied("events", events);
        }
    }
}
