package com.couponengine.jdbc.internal.issue;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The coupon that a request asks for. */
final class NewCoupon {
    private NewCoupon() {}

    /** With times as the columns keep them. */
    static Coupon of(IssueBatch batch, IssueRequest request, int grabNo) {
        return new Coupon(
                request.code(),
                request.userId(),
                batch.share().templateId(),
                grabNo,
                request.requestId(),
                CouponState.AVAILABLE,
                millis(request.grabbedAt()),
                millis(request.validFrom()),
                millis(request.expiresAt()),
                null);
    }

    private static Instant millis(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS);
    }
}
