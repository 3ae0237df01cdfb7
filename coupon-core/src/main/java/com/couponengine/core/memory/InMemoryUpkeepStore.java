package com.couponengine.core.memory;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.store.Shards;
import com.couponengine.core.store.UpkeepStore;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateState;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

final class InMemoryUpkeepStore implements UpkeepStore {
    private static final Set<CouponState> DONE_WITH =
            EnumSet.of(CouponState.EXPIRED, CouponState.VOIDED, CouponState.FORFEITED);

    private final InMemoryData data;

    InMemoryUpkeepStore(InMemoryData data) {
        this.data = data;
    }

    @Override
    public Due due(int stream, int max) {
        synchronized (data) {
            Instant now = data.now();
            List<CouponCode> codes = rowsOf(stream)
                    .map(CouponRow::coupon)
                    .filter(coupon -> isDue(coupon, now))
                    .map(Coupon::code)
                    .limit(max)
                    .toList();
            return new Due(codes, codes.size() == max);
        }
    }

    private static boolean isDue(Coupon coupon, Instant now) {
        return switch (coupon.state()) {
            case AVAILABLE -> coupon.isExpiredAt(now);
            case HELD -> !coupon.isHeldAt(now);
            case REDEEMED, EXPIRED, VOIDED, FORFEITED -> false;
        };
    }

    @Override
    public int archive(int stream, Instant expiredBefore, int max) {
        synchronized (data) {
            List<CouponRow> rows = rowsOf(stream)
                    .filter(row -> DONE_WITH.contains(row.coupon().state()))
                    .filter(row -> row.coupon().expiresAt().isBefore(expiredBefore))
                    .filter(row -> isEnded(row.coupon().templateId()))
                    .limit(max)
                    .toList();
            rows.forEach(CouponRow::archive);
            return rows.size();
        }
    }

    private boolean isEnded(long templateId) {
        Template template = data.templates.get(templateId);
        return template != null && template.state() == TemplateState.ENDED;
    }

    private Stream<CouponRow> rowsOf(int stream) {
        return data.coupons.values().stream()
                .filter(row -> Shards.streamOf(row.coupon().code().table()) == stream && !row.isArchived());
    }
}
