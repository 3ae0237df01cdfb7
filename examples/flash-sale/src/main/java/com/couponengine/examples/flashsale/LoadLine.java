package com.couponengine.examples.flashsale;

import com.couponengine.core.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * A line of the load: something that a user did.
 *
 * @param atMillis when, in milliseconds after the sale's start
 * @param kind what
 * @param userId who
 * @param key the request id of a grab, the order id of an order
 * @param amount what the order costs; null for grabs and cancellations
 */
record LoadLine(
        long atMillis,
        Kind kind,
        long userId,
        String key,
        @Nullable Money amount) {
    enum Kind {
        /** A first click. */
        GRAB,
        /** The same click again: the user's device had no answer in time. */
        RETRY,
        /** An order that uses the user's coupon, if there is one. */
        ORDER,
        /** The order is cancelled. */
        CANCEL
    }

    boolean isGrab() {
        return kind == Kind.GRAB || kind == Kind.RETRY;
    }
}
