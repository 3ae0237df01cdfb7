package com.couponengine.core.error;

import com.couponengine.core.error.InvalidInputException.Mistake;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the mistakes of one call, so that its caller hears of all of them at once. Not thread-safe. */
public final class Mistakes {
    private static final int SHOWN_CHARS_MAX = 80;

    private final List<Mistake> found = new ArrayList<>();

    /** Notes a mistake unless {@code right}. */
    public Mistakes require(boolean right, String field, @Nullable Object value, String rule) {
        if (!right) {
            found.add(new Mistake(field, shown(value), rule));
        }
        return this;
    }

    /** An id is a positive number. */
    public Mistakes id(String field, long value) {
        return require(value > 0, field, value, "must be positive");
    }

    /** A key of the host (request id, order id): 1 to 64 printable ASCII characters. */
    public Mistakes key(String field, @Nullable String value) {
        return require(isKey(value), field, value, "must be 1 to 64 printable ASCII characters, without spaces");
    }

    /**
     * Ends the checks.
     *
     * @throws InvalidInputException if a mistake was noted
     */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw new InvalidInputException(found);
        }
    }

    /** A single mistake, for checks that stand alone. */
    public static InvalidInputException mistake(String field, @Nullable Object value, String rule) {
        return new InvalidInputException(List.of(new Mistake(field, shown(value), rule)));
    }

    /** Whether it is a {@link #key}. */
    public static boolean isKey(@Nullable String value) {
        return value != null
                && !value.isEmpty()
                && value.length() <= 64
                && value.chars().allMatch(c -> c > ' ' && c < 127);
    }

    private static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.length() <= SHOWN_CHARS_MAX ? text : text.substring(0, SHOWN_CHARS_MAX) + "…";
    }
}
