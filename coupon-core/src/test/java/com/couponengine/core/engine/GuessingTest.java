package com.couponengine.core.engine;

import static com.couponengine.core.engine.EngineInMemory.order;
import static com.couponengine.core.engine.EngineInMemory.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.redemption.RedemptionStatus;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Codes that are tried out. */
class GuessingTest {
    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private final EngineInMemory host = new EngineInMemory();

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void tenThousandGuessesFindNothingAndFewReachTheDatabase() { // B66
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        long template = host.published(spec());
        Coupon coupon = host.engine.grab(7, template, "r").coupon();
        EngineInMemory.Stored before = host.stored();

        int reached = 0;
        for (int i = 0; i < 10_000; i++) {
            StringBuilder guess = new StringBuilder();
            for (int n = 0; n < CouponCode.LENGTH; n++) {
                guess.append(ALPHABET.charAt(random.nextInt(32)));
            }
            if (CouponCode.isWellFormed(guess.toString())) {
                reached++;
                assertThat(tried(guess.toString())).isEqualTo(RedemptionStatus.UNKNOWN_COUPON);
            } else {
                assertThatThrownBy(() -> tried(guess.toString())).isInstanceOf(InvalidInputException.class);
            }
        }

        assertThat(reached)
                .as("of 10,000; one in 512 is expected, seed %d", seed)
                .isLessThan(100);
        assertThat(tried(coupon.code().toString()))
                .as("even a right guess is nothing to who does not own it")
                .isEqualTo(RedemptionStatus.UNKNOWN_COUPON);
        assertThat(host.stored()).isEqualTo(before);
    }

    /** Who knows the rules of the check character can make well-formed guesses; eighty bits are left to guess. */
    @Test
    void wellFormedGuessesFindNothingEither() { // B66
        CouponEngine engine = host.engine;
        engine.grab(7, host.published(spec()), "r");
        CouponCodes codes = new CouponCodes();
        for (int i = 0; i < 10_000; i++) {
            assertThat(engine.release(7, codes.next(7).toString(), "o").status())
                    .isEqualTo(RedemptionStatus.UNKNOWN_COUPON);
        }
    }

    private RedemptionStatus tried(String code) {
        return host.engine.redeem(8, code, "o", order("200.00")).status();
    }
}
