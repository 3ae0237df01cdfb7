package com.couponengine.examples.flashsale;

import com.couponengine.core.error.CouponEngineException;
import java.io.IOException;

/** What an option names cannot be used. The value is not shown: an address may hold a password. */
final class OptionException extends IOException {
    private static final long serialVersionUID = 1L;

    private OptionException(String option, Exception cause) {
        super(option + ": " + Failures.line(cause), cause);
    }

    /** What is opened. */
    @FunctionalInterface
    interface Opening<T> {
        T open() throws IOException;
    }

    /** Opens what an option names. @throws OptionException naming the option, if it cannot be used */
    static <T> T naming(String option, Opening<T> opening) throws OptionException {
        try {
            return opening.open();
        } catch (CouponEngineException | IOException e) {
            throw new OptionException(option, e);
        }
    }
}
