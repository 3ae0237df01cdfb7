package com.couponengine.core;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.store.CouponReader;
import com.couponengine.core.store.Holdings;
import com.couponengine.core.wallet.WalletQuery;
import java.util.List;
import java.util.Optional;

/** Checks what a host asks, so that a repository is asked nothing that cannot be right. */
final class CheckedReader implements CouponReader {
    private final CouponReader reader;

    CheckedReader(CouponReader reader) {
        this.reader = reader;
    }

    @Override
    public Optional<Coupon> find(CouponCode code) {
        Mistakes.given("code", code);
        return reader.find(code);
    }

    @Override
    public List<Coupon> wallet(WalletQuery query) {
        Mistakes.given("query", query);
        return reader.wallet(query);
    }

    @Override
    public Holdings holdings(long userId) {
        new Mistakes().id("userId", userId).throwIfAny();
        return reader.holdings(userId);
    }

    @Override
    public List<CouponEvent> ledger(CouponCode code) {
        Mistakes.given("code", code);
        return reader.ledger(code);
    }

    @Override
    public List<CouponEvent> ledgerOfOrder(long userId, String orderId) {
        new Mistakes().id("userId", userId).key("orderId", orderId).throwIfAny();
        return reader.ledgerOfOrder(userId, orderId);
    }
}
