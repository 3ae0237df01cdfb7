package com.couponengine.core.store;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.wallet.WalletQuery;
import java.util.List;
import java.util.Optional;

/**
 * Port: reading coupons. Nothing here locks. Thread-safe. Throws {@link
 * com.couponengine.core.error.StoreUnavailableException} within the time that the adapter states.
 */
public interface CouponReader {
    /** A coupon by its code, archived ones included. */
    Optional<Coupon> find(CouponCode code);

    /** A page of a user's coupons; archived ones are not shown. One query on one data source. */
    List<Coupon> wallet(WalletQuery query);

    /** What a user has and may still use, with the terms; archived coupons are not shown. One query on one data source. */
    Holdings holdings(long userId);

    /** The ledger of a coupon, oldest first: every change after its issue. */
    List<CouponEvent> ledger(CouponCode code);

    /** The ledger of an order of a user, oldest first, whichever coupons it touched. */
    List<CouponEvent> ledgerOfOrder(long userId, String orderId);
}
