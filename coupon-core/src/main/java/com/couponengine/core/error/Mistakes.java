package com.couponengine.core.error;

import com.couponengine.core.error.InvalidInputException.Mistake;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the mistakes of one call, so that its caller hears of all of them at once. Not thread-safe. */
public final class Mistakes {
    private static final int SHOWN_CHARS_MAX = 80;
    private static final Instant INSTANT_END = Instant.parse("+10000-01-01T00:00:00Z");

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

    /** A text for people: so many characters at most, not blank, whole Unicode, no control characters but line ends. */
    public Mistakes text(String field, @Nullable String value, int charsMax) {
        return require(
                value != null
                        && !value.isBlank()
                        && value.length() <= charsMax
                        && value.codePoints().allMatch(Mistakes::isOfText),
                field,
                value,
                "must have 1 to " + charsMax + " characters, none of them a control character");
    }

    /** A list without holes. A null in the list's place is not this check's matter. */
    public Mistakes noNulls(String field, @Nullable Collection<?> values) {
        int index = 0;
        for (Object value : values == null ? List.of() : values) {
            require(value != null, field + "[" + index + "]", value, "must be given");
            index++;
        }
        return this;
    }

    /** An instant that every store can keep. */
    public Mistakes instant(String field, @Nullable Instant value) {
        return require(value != null, field, value, "must be given")
                .require(
                        value == null || (!value.isBefore(Instant.EPOCH) && value.isBefore(INSTANT_END)),
                        field,
                        value,
                        "must lie in the years 1970 to 9999");
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

    /** A single check that is often needed alone: an argument must not be null. */
    public static void given(String field, @Nullable Object value) {
        if (value == null) {
            throw mistake(field, null, "must be given");
        }
    }

    /**
     * An unmodifiable copy of a list.
     *
     * @throws InvalidInputException if there is no list, or if it has holes
     */
    public static <T> List<T> copied(String field, List<T> values) {
        given(field, values);
        try {
            return List.copyOf(values);
        } catch (NullPointerException hole) {
            new Mistakes().noNulls(field, values).throwIfAny();
            throw hole;
        }
    }

    private static boolean isOfText(int character) {
        int type = Character.getType(character);
        return (type != Character.CONTROL && type != Character.SURROGATE) || "\t\r\n".indexOf(character) >= 0;
    }

    /** Whether it is a {@link #key}. */
    public static boolean isKey(@Nullable String value) {
        if (value == null || value.isEmpty() || value.length() > 64) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) <= ' ' || value.charAt(i) >= 127) {
                return false;
            }
        }
        return true;
    }

    private static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.length() <= SHOWN_CHARS_MAX ? text : text.substring(0, SHOWN_CHARS_MAX) + "…";
    }
}
