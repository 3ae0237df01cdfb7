package com.couponengine.redis;

import com.couponengine.core.error.Mistakes;
import java.time.Instant;
import java.util.Arrays;

/**
 * An array of short ASCII strings in one argument (MessagePack), which a script unpacks in one call. Hundreds of
 * arguments of their own would cost both sides more than the work that they stand for. Not thread-safe.
 */
final class Packed {
    /** Digits of a deadline: enough for every instant up to the year 2286. */
    static final int DEADLINE_DIGITS = 13;

    private static final long DEADLINE_MAX = 9_999_999_999_999L;
    private static final int ARRAY_16 = 0xdc;
    private static final int STRING_8 = 0xd9;
    private static final int LENGTH_MAX = 255;

    private byte[] bytes;
    private int size = 3;
    private int strings;
    private int start;

    Packed(int bytesExpected) {
        bytes = new byte[Math.max(bytesExpected, 16)];
    }

    /** A string as it is. */
    Packed add(String text) {
        begin();
        append(text);
        return end();
    }

    /** A number that is not negative, in decimal. */
    Packed add(long number) {
        begin();
        append(number);
        return end();
    }

    /** The key of a reservation. */
    Packed addField(long userId, String requestId) {
        if (userId <= 0) {
            throw Mistakes.mistake("userId", userId, "must be positive");
        }
        begin();
        append(userId);
        append(':');
        int before = size;
        append(requestId);
        for (int i = before; i < size; i++) {
            if (bytes[i] <= ' ') {
                throw badRequestId(requestId);
            }
        }
        if (size == before) {
            throw badRequestId(requestId);
        }
        return end();
    }

    /** What a reservation is remembered by, as the scripts describe it. */
    Packed addRecord(String code, Instant deadline, String callName) {
        begin();
        append(code);
        ensure(DEADLINE_DIGITS);
        Arrays.fill(bytes, size, size + DEADLINE_DIGITS, (byte) '0');
        Ascii.write(millis(deadline), bytes, size + DEADLINE_DIGITS);
        size += DEADLINE_DIGITS;
        append(callName);
        return end();
    }

    /** The millisecond of an instant, as far as a record can hold it. */
    static long millis(Instant instant) {
        if (instant.getEpochSecond() >= DEADLINE_MAX / 1_000) {
            return DEADLINE_MAX;
        }
        return instant.getEpochSecond() < 0 ? 0 : instant.toEpochMilli();
    }

    byte[] toBytes() {
        bytes[0] = (byte) ARRAY_16;
        bytes[1] = (byte) (strings >> 8);
        bytes[2] = (byte) strings;
        return Arrays.copyOf(bytes, size);
    }

    private void begin() {
        ensure(2);
        start = size;
        size += 2;
    }

    private Packed end() {
        int length = size - start - 2;
        if (length > LENGTH_MAX) {
            throw Mistakes.mistake("requestId", length + " characters", "must have at most 64 characters");
        }
        bytes[start] = (byte) STRING_8;
        bytes[start + 1] = (byte) length;
        strings++;
        return this;
    }

    private void append(String text) {
        int length = text.length();
        ensure(length);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            // Anything else would be two characters that look alike to a script.
            bytes[size + i] = c < 127 ? (byte) c : 0;
        }
        size += length;
    }

    private void append(char c) {
        ensure(1);
        bytes[size++] = (byte) c;
    }

    private void append(long number) {
        int digits = Ascii.digits(number);
        ensure(digits);
        size += digits;
        Ascii.write(number, bytes, size);
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }

    private static RuntimeException badRequestId(String requestId) {
        return Mistakes.mistake("requestId", requestId, "must be 1 to 64 printable ASCII characters, without spaces");
    }
}
