package com.couponengine.core.store;

import com.couponengine.core.error.Mistakes;

/**
 * What a grab is known by.
 *
 * @param userId who grabbed
 * @param requestId the host's key of the grab, unique per user: 1 to 64 printable ASCII characters
 */
public record RequestKey(long userId, String requestId) {
    public RequestKey {
        if (userId <= 0 || !Mistakes.isKey(requestId)) {
            new Mistakes().id("userId", userId).key("requestId", requestId).throwIfAny();
        }
    }
}
