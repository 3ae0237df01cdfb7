package com.couponengine.redis;

import java.nio.charset.StandardCharsets;

/** Text and decimal numbers as bytes, the latter without a detour over strings. */
final class Ascii {
    private Ascii() {}

    /** How many digits a number has that is not negative. */
    static int digits(long number) {
        int digits = 1;
        for (long rest = number / 10; rest != 0; rest /= 10) {
            digits++;
        }
        return digits;
    }

    /** Writes a number that is not negative so that it ends before an index; returns the index of its first digit. */
    static int write(long number, byte[] target, int end) {
        int at = end;
        long rest = number;
        do {
            target[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        return at;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A part of an answer that is known to be text. */
    static String text(Object bytes) {
        return new String((byte[]) bytes, StandardCharsets.US_ASCII);
    }
}
