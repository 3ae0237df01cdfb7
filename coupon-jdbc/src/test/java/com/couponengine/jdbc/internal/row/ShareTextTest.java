package com.couponengine.jdbc.internal.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.couponengine.core.discount.Allocation;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.Redemption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShareTextTest {

    private static final Allocation TWO_LINES =
            new Allocation(cny(500), List.of(share("a", 10_000, 300), share("b", 6_667, 200)));

    @Test
    void anAllocationIsOneLineThatPeopleCanRead() {
        assertThat(ShareText.of(TWO_LINES)).isEqualTo("1 CNY 500 a 10000 300 b 6667 200");
        assertThat(ShareText.allocation("1 CNY 500 a 10000 300 b 6667 200")).isEqualTo(TWO_LINES);
    }

    @Test
    void refundsKeepTheirIdsTheirLinesAndTheirOrder() {
        List<Redemption.Refund> refunds = List.of(
                new Redemption.Refund("r1", List.of(share("a", 100, 3), share("b", 50, 2))),
                new Redemption.Refund("r2", List.of(share("a", 9_900, 297))));

        assertThat(ShareText.ofRefunds(refunds)).isEqualTo("1 CNY r1 2 a 100 3 b 50 2 r2 1 a 9900 297");
        assertThat(ShareText.refunds("1 CNY r1 2 a 100 3 b 50 2 r2 1 a 9900 297"))
                .isEqualTo(refunds);
    }

    @Test
    void nothingGivenAndNothingRefundedIsNull() {
        assertThat(ShareText.of(null)).isNull();
        assertThat(ShareText.allocation(null)).isNull();
        assertThat(ShareText.ofRefunds(List.of())).isNull();
        assertThat(ShareText.refunds(null)).isEmpty();
    }

    @Test
    void currenciesWithoutAndWithThreeDecimalsKeepTheirMinorUnits() {
        for (String currency : List.of("JPY", "CNY", "KWD")) {
            Allocation allocation = new Allocation(
                    Money.ofMinor(1, currency),
                    List.of(new Allocation.Share(
                            "x", Money.ofMinor(Long.MAX_VALUE, currency), Money.ofMinor(1, currency))));
            assertThat(ShareText.allocation(ShareText.of(allocation))).isEqualTo(allocation);
        }
    }

    @Test
    void whateverIsWrittenIsReadBack() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            Allocation allocation = new Allocation(cny(amount(random)), shares(random));
            List<Redemption.Refund> refunds = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                refunds.add(new Redemption.Refund(id(random), shares(random)));
            }
            assertThat(ShareText.allocation(ShareText.of(allocation)))
                    .as("seed %d", seed)
                    .isEqualTo(allocation);
            assertThat(ShareText.refunds(ShareText.ofRefunds(refunds)))
                    .as("seed %d", seed)
                    .isEqualTo(refunds);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2 CNY 500",
                "1",
                "1 XX 500",
                "1 CNY",
                "1 CNY five",
                "1 CNY -5",
                "1 CNY 500 a",
                "1 CNY 500 a 1",
                "1 CNY 500 a  1"
            })
    void aDamagedAllocationIsAnErrorThatShowsIt(String text) {
        assertThatIllegalStateException()
                .isThrownBy(() -> ShareText.allocation(text))
                .withMessageContaining(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 CNY r1", "1 CNY r1 2 a 1 1", "1 CNY r1 x a 1 1"})
    void damagedRefundsAreAnErrorThatShowsThem(String text) {
        assertThatIllegalStateException()
                .isThrownBy(() -> ShareText.refunds(text))
                .withMessageContaining(text);
    }

    private static List<Allocation.Share> shares(Random random) {
        List<Allocation.Share> shares = new ArrayList<>();
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            shares.add(share(id(random), amount(random), amount(random)));
        }
        return shares;
    }

    /** Any printable ASCII but the blank, as host keys may have. */
    private static String id(Random random) {
        StringBuilder id = new StringBuilder();
        for (int i = 1 + random.nextInt(64); i > 0; i--) {
            id.append((char) ('!' + random.nextInt('~' - '!' + 1)));
        }
        return id.toString();
    }

    private static long amount(Random random) {
        return random.nextLong() >>> (1 + random.nextInt(63));
    }

    private static Allocation.Share share(String line, long amount, long discount) {
        return new Allocation.Share(line, cny(amount), cny(discount));
    }

    private static Money cny(long minorUnits) {
        return Money.ofMinor(minorUnits, "CNY");
    }
}
