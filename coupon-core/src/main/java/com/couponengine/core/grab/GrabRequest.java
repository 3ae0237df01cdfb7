package com.couponengine.core.grab;

import com.couponengine.core.error.Mistakes;

/**
 * One user's wish for one coupon.
 *
 * @param userId who grabs: one canonical id per person, however they logged in
 * @param templateId what is grabbed
 * @param requestId the host's key of this wish, unique per user: 1 to 64 printable ASCII characters. The same key gets
 *     the same coupon
 * @param retry whether this key was sent before: then the answer of that first grab is looked up in the database first,
 *     also when the template has sold out or ended meanwhile. A repeat that is not marked can be refused as sold out
 *     although the first grab was granted; it never gets a second coupon
 */
public record GrabRequest(long userId, long templateId, String requestId, boolean retry) {
    public GrabRequest {
        if (userId <= 0 || templateId <= 0 || !Mistakes.isKey(requestId)) {
            new Mistakes()
                    .id("userId", userId)
                    .id("templateId", templateId)
                    .key("requestId", requestId)
                    .throwIfAny();
        }
    }

    /** A first wish. */
    public static GrabRequest of(long userId, long templateId, String requestId) {
        return new GrabRequest(userId, templateId, requestId, false);
    }

    /** The same wish again. */
    public GrabRequest again() {
        return new GrabRequest(userId, templateId, requestId, true);
    }
}
