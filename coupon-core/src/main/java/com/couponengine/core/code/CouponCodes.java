package com.couponengine.core.code;

import com.couponengine.core.error.Mistakes;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/** Makes coupon codes. Thread-safe. */
public final class CouponCodes {
    private final RandomGenerator random;

    /** With a cryptographically strong source: nobody can guess the next code from the last ones. */
    public CouponCodes() {
        this(new SecureRandom());
    }

    /** With a source of the caller's, for tests. It must be thread-safe if this object is shared. */
    public CouponCodes(RandomGenerator random) {
        Mistakes.given("random", random);
        this.random = random;
    }

    /** A new code for a coupon of this user. Its table is that of the user: user id mod 64. */
    public CouponCode next(long userId) {
        byte[] digits = new byte[CouponCode.RANDOM_CHARS];
        random.nextBytes(digits);
        return CouponCode.of(tableOf(userId), digits);
    }

    /** The logical table of a user's coupons. */
    public static int tableOf(long userId) {
        return (int) (userId % CouponCode.TABLES);
    }
}
