package com.couponengine.core.template;

import com.couponengine.core.error.Mistakes;
import java.time.Instant;

/**
 * The act of voiding a coupon or all coupons of a template.
 *
 * @param reason for people, 1 to 200 characters
 * @param requestId the host's key of the act; who did it is found by it
 * @param at when, by the repository's clock
 */
public record Voiding(String reason, String requestId, Instant at) {
    private static final int REASON_CHARS_MAX = 200;

    public Voiding {
        Mistakes.given("reason", reason);
        Mistakes.given("requestId", requestId);
        Mistakes.given("at", at);
    }

    /** Notes what is wrong with a reason and a request id. */
    public static void check(Mistakes mistakes, String reason, String requestId) {
        mistakes.text("reason", reason, REASON_CHARS_MAX).key("requestId", requestId);
    }
}
