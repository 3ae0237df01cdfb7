package com.couponengine.core.memory;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.store.CouponReader;
import com.couponengine.core.store.Holdings;
import com.couponengine.core.template.Template;
import com.couponengine.core.wallet.WalletQuery;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

final class InMemoryCouponReader implements CouponReader {
    private final InMemoryData data;

    InMemoryCouponReader(InMemoryData data) {
        this.data = data;
    }

    @Override
    public Optional<Coupon> find(CouponCode code) {
        synchronized (data) {
            return Optional.ofNullable(data.coupons.get(code)).map(CouponRow::coupon);
        }
    }

    @Override
    public List<Coupon> wallet(WalletQuery query) {
        synchronized (data) {
            Instant now = data.now();
            Comparator<WalletQuery.Cursor> places = order(query.order());
            return data.byUser.getOrDefault(query.userId(), List.of()).stream()
                    .filter(row -> !row.isArchived())
                    .map(CouponRow::coupon)
                    .filter(coupon -> query.view() == WalletQuery.View.ALL || viewOf(coupon, now) == query.view())
                    .filter(coupon ->
                            query.after() == null || places.compare(placeOf(coupon, query.order()), query.after()) > 0)
                    .sorted(Comparator.comparing(coupon -> placeOf(coupon, query.order()), places))
                    .limit(query.max())
                    .toList();
        }
    }

    @Override
    public Holdings holdings(long userId) {
        synchronized (data) {
            Instant now = data.now();
            return new Holdings(
                    now,
                    data.byUser.getOrDefault(userId, List.of()).stream()
                            .filter(row -> !row.isArchived())
                            .map(CouponRow::coupon)
                            .filter(coupon -> switch (viewOf(coupon, now)) {
                                case UNUSED, HELD -> true;
                                case ALL, REDEEMED, EXPIRED, LOST -> false;
                            })
                            .sorted(Comparator.comparing(Coupon::expiresAt).thenComparing(Coupon::code))
                            .map(coupon -> new Holdings.Holding(
                                    coupon, Objects.requireNonNull(data.templates.get(coupon.templateId()))))
                            .toList());
        }
    }

    /** The one view, beside ALL, that a coupon is in. */
    private WalletQuery.View viewOf(Coupon coupon, Instant now) {
        Template template = data.templates.get(coupon.templateId());
        CouponState state = coupon.state();
        if (state == CouponState.REDEEMED) {
            return WalletQuery.View.REDEEMED;
        }
        boolean voided = state == CouponState.VOIDED || (template != null && template.isVoid());
        if (voided || state == CouponState.FORFEITED) {
            return WalletQuery.View.LOST;
        }
        if (state == CouponState.EXPIRED || coupon.isExpiredAt(now)) {
            return WalletQuery.View.EXPIRED;
        }
        return coupon.isHeldAt(now) ? WalletQuery.View.HELD : WalletQuery.View.UNUSED;
    }

    private static WalletQuery.Cursor placeOf(Coupon coupon, WalletQuery.Sort order) {
        return new WalletQuery.Cursor(
                order == WalletQuery.Sort.NEWEST_FIRST ? coupon.issuedAt() : coupon.expiresAt(), coupon.code());
    }

    private static Comparator<WalletQuery.Cursor> order(WalletQuery.Sort order) {
        Comparator<WalletQuery.Cursor> ascending =
                Comparator.comparing(WalletQuery.Cursor::at).thenComparing(WalletQuery.Cursor::code);
        return order == WalletQuery.Sort.NEWEST_FIRST ? ascending.reversed() : ascending;
    }

    @Override
    public List<CouponEvent> ledger(CouponCode code) {
        synchronized (data) {
            return Optional.ofNullable(data.coupons.get(code))
                    .map(row -> data.ledgers.getOrDefault(row.coupon().userId(), List.of()))
                    .orElse(List.of())
                    .stream()
                    .filter(event -> event.code().equals(code))
                    .toList();
        }
    }

    @Override
    public List<CouponEvent> ledgerOfOrder(long userId, String orderId) {
        synchronized (data) {
            return data.ledgers.getOrDefault(userId, List.of()).stream()
                    .filter(event -> orderId.equals(event.orderId()))
                    .toList();
        }
    }
}
