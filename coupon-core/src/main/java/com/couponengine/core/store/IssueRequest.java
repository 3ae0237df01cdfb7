package com.couponengine.core.store;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.error.Mistakes;
import java.time.Instant;

/**
 * One coupon to be issued.
 *
 * @param userId its owner
 * @param requestId the host's key of the grab, unique per user
 * @param code its code, of the user's table
 * @param grabNoHint which of the user's coupons it might be, from 1; the repository decides
 * @param grabbedAt when it was grabbed
 * @param validFrom from when it can be used, inclusive
 * @param expiresAt until when it can be used, exclusive
 */
public record IssueRequest(
        long userId,
        String requestId,
        CouponCode code,
        int grabNoHint,
        Instant grabbedAt,
        Instant validFrom,
        Instant expiresAt) {
    public IssueRequest {
        Mistakes.given("requestId", requestId);
        Mistakes.given("code", code);
        Mistakes.given("grabbedAt", grabbedAt);
        Mistakes.given("validFrom", validFrom);
        Mistakes.given("expiresAt", expiresAt);
        if (code.table() != CouponCodes.tableOf(userId)) {
            throw Mistakes.mistake("code", code, "must be of the table of user " + userId);
        }
    }
}
