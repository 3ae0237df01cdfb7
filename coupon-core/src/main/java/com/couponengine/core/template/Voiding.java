package com.couponengine.core.template;

import com.couponengine.core.error.Mistakes;
import java.time.Instant;

/**
 * The act of voiding a coupon or all coupons of a template.
 *
 * @param by who did it, as the host names them, 1 to 64 characters
 * @param reason for people, 1 to 200 characters
 * @param requestId the host's key of the act
 * @param at when, by the repository's clock
 */
public record Voiding(String by, String reason, String requestId, Instant at) {
    private static final int BY_CHARS_MAX = 64;
    private static final int REASON_CHARS_MAX = 200;

    public Voiding {
        Mistakes.given("by", by);
        Mistakes.given("reason", reason);
        Mistakes.given("requestId", requestId);
        Mistakes.given("at", at);
    }

    /** Notes what is wrong with who voids, the reason and the request id. */
    public static void check(Mistakes mistakes, String by, String reason, String requestId) {
        mistakes.text("by", by, BY_CHARS_MAX)
                .text("reason", reason, REASON_CHARS_MAX)
                .key("requestId", requestId);
    }
}
