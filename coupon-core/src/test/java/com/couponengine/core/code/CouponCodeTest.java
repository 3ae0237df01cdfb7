package com.couponengine.core.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.contract.Seed;
import com.couponengine.core.error.InvalidInputException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CouponCodeTest {
    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 63, 64, 65, 1_000_001, (1L << 53) + 1, Long.MAX_VALUE})
    void aCodeCarriesTheTableOfItsUser(long userId) {
        CouponCode code = new CouponCodes().next(userId);

        assertThat(code.table()).isEqualTo((int) (userId % 64)).isEqualTo(CouponCodes.tableOf(userId));
        assertThat(code.toString()).hasSize(CouponCode.LENGTH).matches("[" + ALPHABET + "]{19}");
        assertThat(CouponCode.parse(code.toString())).isEqualTo(code).hasSameHashCodeAs(code);
    }

    @Test
    void aMillionCodesAreDifferent() { // B64
        CouponCodes codes = new CouponCodes();
        Set<CouponCode> made = new HashSet<>();
        for (int i = 0; i < 1_000_000; i++) {
            made.add(codes.next(7));
        }
        assertThat(made.size()).isEqualTo(1_000_000);
    }

    @Test
    void everySingleWrongCharacterAndEverySwapIsRefused() {
        long seed = Seed.printed("every error of some codes");
        CouponCodes codes = new CouponCodes(new Random(seed));
        for (int i = 0; i < 300; i++) {
            char[] right = codes.next(i).toString().toCharArray();
            for (int at = 0; at < right.length; at++) {
                for (int digit = 0; digit < 32; digit++) {
                    refusedUnlessRight(right, at, ALPHABET.charAt(digit));
                }
                for (int other = at + 1; other < right.length; other++) {
                    refusedIfSwapped(right, at, other);
                }
            }
        }
    }

    @Test
    void someErrorInEachOfAMillionCodesIsRefused() {
        long seed = Seed.printed("some error of a million codes");
        Random random = new Random(seed);
        CouponCodes codes = new CouponCodes(random);
        for (int i = 0; i < 1_000_000; i++) {
            char[] right = codes.next(random.nextInt(64)).toString().toCharArray();
            refusedUnlessRight(right, random.nextInt(right.length), ALPHABET.charAt(random.nextInt(32)));
            int at = random.nextInt(right.length - 1);
            refusedIfSwapped(right, at, at + 1);
        }
    }

    private static void refusedUnlessRight(char[] right, int at, char wrong) {
        char[] typed = right.clone();
        typed[at] = wrong;
        if (CouponCode.isWellFormed(new String(typed)) != (right[at] == wrong)) {
            throw new AssertionError(new String(typed) + " for " + new String(right));
        }
    }

    private static void refusedIfSwapped(char[] right, int a, int b) {
        char[] typed = right.clone();
        typed[a] = right[b];
        typed[b] = right[a];
        if (CouponCode.isWellFormed(new String(typed)) != (right[a] == right[b])) {
            throw new AssertionError(new String(typed) + " for " + new String(right));
        }
    }

    /** A code with a 0 and a 1 in it. */
    private static CouponCode withLookAlikes() {
        CouponCodes codes = new CouponCodes(new Random(3));
        CouponCode code = codes.next(32);
        while (!code.toString().substring(2).contains("0")
                || !code.toString().substring(2).contains("1")) {
            code = codes.next(32);
        }
        return code;
    }

    @Test
    void theSpellingsThatPeopleProduceAreTheSameCode() { // B69
        CouponCode code = withLookAlikes();
        String text = code.toString();
        StringBuilder fullWidth = new StringBuilder();
        text.chars().forEach(c -> fullWidth.append((char) (c + 0xFEE0)));

        assertThat(CouponCode.parse(text.toLowerCase(Locale.ROOT))).isEqualTo(code);
        assertThat(CouponCode.parse("  \t" + text + "\u3000\n")).isEqualTo(code);
        assertThat(CouponCode.parse(text.replaceAll("(.{4})", "$1-"))).isEqualTo(code);
        assertThat(CouponCode.parse(fullWidth.toString())).as("full-width").isEqualTo(code);
        for (String lookAlike : new String[] {"I", "i", "L", "l"}) {
            assertThat(CouponCode.parse(text.replace("1", lookAlike)))
                    .as(lookAlike)
                    .isEqualTo(code);
        }
        for (String lookAlike : new String[] {"O", "o"}) {
            assertThat(CouponCode.parse(text.replace("0", lookAlike)))
                    .as(lookAlike)
                    .isEqualTo(code);
        }
        assertThat(CouponCode.parse(text.replace("1", "l").replace("0", "o").toLowerCase(Locale.ROOT)))
                .isEqualTo(code);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "\t", "\u3000", "-", "-------------------", "0", "SAVE10", "SAVE10 ", "null"})
    void whatIsNoCodeIsRefusedBeforeAnyQuery(String typed) { // B71
        refused(typed);
    }

    private static void refused(String typed) {
        assertThat(CouponCode.isWellFormed(typed)).as(typed).isFalse();
        assertThatThrownBy(() -> CouponCode.parse(typed))
                .isInstanceOfSatisfying(
                        InvalidInputException.class, e -> assertThat(e.field()).isEqualTo("code"));
    }

    @Test
    void charactersThatACollationWouldTakeForOthersAreRefused() { // B72
        String text = withLookAlikes().toString();
        String end = text.substring(0, 18);

        refused(text + "0");
        refused(text.substring(1));
        refused(text.substring(0, 9) + " " + text.substring(9));
        refused(text.substring(0, 9) + "\u00a0" + text.substring(9));
        refused("'" + text);
        refused(text + "%");
        refused(text + "\u0000");
        refused(text + "\u200b");
        for (String wrong : new String[] {"U", "u", "Á", "Ä", "А", "Е", "🎩", "💥", "\ud83c", "ß", "²³"}) {
            refused(end + wrong);
        }
        refused("2" + text.substring(1));
        refused("Z" + text.substring(1));
        refused("0".repeat(10_000));
    }

    @Test
    void codesSortAsTheirTextDoes() {
        CouponCodes codes = new CouponCodes(new Random(5));
        for (int i = 0; i < 100; i++) {
            CouponCode a = codes.next(i);
            CouponCode b = codes.next(i + 1L);
            assertThat(Integer.signum(a.compareTo(b)))
                    .isEqualTo(Integer.signum(a.toString().compareTo(b.toString())));
            assertThat(a).isNotEqualTo(b).isEqualByComparingTo(CouponCode.parse(a.toString()));
        }
    }
}
