package com.couponengine.core.discount;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.contract.Seed;
import com.couponengine.core.discount.Stacking.Candidate;
import com.couponengine.core.discount.Stacking.Choice;
import com.couponengine.core.discount.Stacking.Step;
import com.couponengine.core.money.Money;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The best combination, against trying all of them. */
final class StackingTest {

    private static Order order(String... amounts) {
        return new Order(IntStream.range(0, amounts.length)
                .mapToObj(i -> new OrderLine(Integer.toString(i), Money.of(amounts[i], "CNY")))
                .toList());
    }

    private static Choice best(Order order, Discount... terms) {
        return Stacking.best(
                order, List.of(terms).stream().map(StackingTest::ofAll).toList());
    }

    private static Candidate ofAll(Discount terms) {
        return new Candidate(terms, line -> true);
    }

    private static List<Integer> coupons(Choice choice) {
        return choice.steps().stream().map(Step::candidate).toList();
    }

    private static Money discount(Choice choice) {
        return choice.steps().stream()
                .map(step -> step.allocation().discount())
                .reduce(Money.of("0", "CNY"), Money::plus);
    }

    @Test
    void theHighestLeastSpendComesFirstThenPercentThenAmounts() {
        Choice choice = best(
                order("60.00", "40.00"),
                Discount.amountOff("5.00", "CNY"),
                Discount.percentOff("0.9", "CNY"),
                Discount.threshold("50.00", "5.00", "CNY"),
                Discount.percentOff("0.8", "CNY").from(Money.of("100.00", "CNY")));

        assertThat(coupons(choice)).containsExactly(3, 2, 1, 0);
        assertThat(choice.steps())
                .extracting(step -> step.allocation().discount().toString())
                .containsExactly("20.00 CNY", "5.00 CNY", "7.50 CNY", "5.00 CNY");
        assertThat(choice.steps().get(3).allocation().paid()).isEqualTo(Money.of("62.50", "CNY"));
        assertThat(choice.exact()).isTrue();
    }

    @Test
    void aCouponThatCostsAnotherItsThresholdIsLeftOut() {
        Choice choice = best(
                order("100.00"),
                Discount.threshold("100.00", "5.00", "CNY"),
                Discount.threshold("96.00", "40.00", "CNY"));

        assertThat(coupons(choice)).containsExactly(1);
        assertThat(discount(choice)).isEqualTo(Money.of("40.00", "CNY"));
    }

    @Test
    void noCouponIsSpentWhereFewerGiveAsMuch() {
        Choice choice = best(
                order("30.00"),
                Discount.amountOff("10.00", "CNY"),
                Discount.threshold("20.00", "10.00", "CNY"),
                Discount.amountOff("30.00", "CNY"));

        assertThat(coupons(choice)).containsExactly(2);
    }

    @Test
    void whatGivesNothingIsLeftOut() {
        assertThat(best(order("0.04"), Discount.percentOff("0.9", "CNY")).steps())
                .isEmpty();
        assertThat(best(order("10.00"), Discount.amountOff("500", "JPY")).steps())
                .isEmpty();
        assertThat(best(order("10.00")).steps()).isEmpty();
        assertThat(Stacking.best(
                                order("10.00"),
                                List.of(new Candidate(Discount.amountOff("5.00", "CNY"), line -> false)))
                        .steps())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"JPY", "CNY", "KWD"})
    void itIsAsGoodAsTheBestOfAllCombinations(String currency) {
        Random random = new Random(Seed.printed("stacking in " + currency));
        for (int i = 0; i < 1_500; i++) {
            check(random, currency, random.nextInt(11));
        }
    }

    @Test
    void itIsAsGoodAsTheBestOfAMillionCombinations() {
        Random random = new Random(Seed.printed("stacking of twenty"));
        for (int i = 0; i < 3; i++) {
            check(random, "CNY", Stacking.EXACT_MAX);
        }
    }

    private static void check(Random random, String currency, int count) {
        Order order = randomOrder(random, currency);
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (i > 0 && random.nextInt(5) == 0) { // the same terms again
                candidates.add(candidates.get(random.nextInt(i)));
            } else {
                long covered = random.nextInt(3) == 0 ? random.nextLong() : -1;
                candidates.add(new Candidate(
                        randomTerms(random, currency), line -> (covered >> Integer.parseInt(line.id()) & 1) == 1));
            }
        }

        Choice choice = Stacking.best(order, candidates);

        BruteForce all = new BruteForce(candidates, order);
        all.from(0, order, 0, 0);
        long off = choice.steps().stream()
                .mapToLong(step -> step.allocation().discount().minorUnits())
                .sum();
        assertThat(off).as("%s of %s", choice, candidates).isEqualTo(all.mostOff);
        assertThat(choice.steps()).as("%s", candidates).hasSize(all.fewest);
        assertThat(off).isLessThanOrEqualTo(order.amount().minorUnits());
        assertThat(choice.exact()).isTrue();
        isWhatPricingSays(order, candidates, choice);
    }

    /** Applied one after the other, the coupons give what the choice says. */
    private static void isWhatPricingSays(Order order, List<Candidate> candidates, Choice choice) {
        Order left = order;
        for (Step step : choice.steps()) {
            Candidate candidate = candidates.get(step.candidate());
            assertThat(Pricing.of(candidate.terms(), left, candidate.covered()))
                    .isEqualTo(new Pricing.Applies(step.allocation()));
            left = left.less(off(step.allocation()));
        }
    }

    private static Map<String, Money> off(Allocation allocation) {
        Map<String, Money> off = new HashMap<>();
        allocation.shares().forEach(share -> off.put(share.lineId(), share.discount()));
        return off;
    }

    @Test
    void beyondTwentyItSaysThatItMayNotBeTheBest() {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 1; i <= 21; i++) {
            candidates.add(ofAll(Discount.amountOff(i + ".00", "CNY")));
        }
        Collections.shuffle(candidates, new Random(7));

        Choice choice = Stacking.best(order("1000.00"), candidates);

        assertThat(choice.exact()).isFalse();
        assertThat(choice.steps()).hasSize(20);
        assertThat(discount(choice)).isEqualTo(Money.of("230.00", "CNY")); // all but the least
        assertThat(Stacking.best(order("1000.00"), candidates.subList(0, 20)).exact())
                .isTrue();
    }

    /** Tries every combination in the order of application. */
    private static final class BruteForce {
        private final List<Candidate> sorted;
        private long mostOff;
        private int fewest;

        BruteForce(List<Candidate> candidates, Order order) {
            sorted = new ArrayList<>(candidates);
            sorted.sort((a, b) -> {
                int byLeastSpend = Long.compare(
                        minor(b.terms().minSpend()), minor(a.terms().minSpend()));
                int byRate = rate(a.terms()).compareTo(rate(b.terms()));
                int bySize = Long.compare(size(b.terms()), size(a.terms()));
                int byLines = covered(a, order).compareTo(covered(b, order));
                return byLeastSpend != 0 ? byLeastSpend : byRate != 0 ? byRate : bySize != 0 ? bySize : byLines;
            });
        }

        void from(int next, Order left, long off, int count) {
            if (off > mostOff || (off == mostOff && count < fewest)) {
                mostOff = off;
                fewest = count;
            }
            if (next == sorted.size()) {
                return;
            }
            from(next + 1, left, off, count);
            Candidate candidate = sorted.get(next);
            if (Pricing.of(candidate.terms(), left, candidate.covered()) instanceof Pricing.Applies applies) {
                Allocation allocation = applies.allocation();
                from(
                        next + 1,
                        left.less(off(allocation)),
                        off + allocation.discount().minorUnits(),
                        count + 1);
            }
        }

        private static String covered(Candidate candidate, Order order) {
            StringBuilder covered = new StringBuilder();
            order.lines().forEach(line -> covered.append(candidate.covered().test(line) ? 'y' : 'n'));
            return covered.toString();
        }

        private static long minor(Money money) {
            return money == null ? 0 : money.minorUnits();
        }

        private static BigDecimal rate(Discount terms) {
            return terms instanceof Discount.PercentOff percent ? percent.rate() : BigDecimal.ONE;
        }

        private static long size(Discount terms) {
            if (terms instanceof Discount.PercentOff percent) {
                return percent.maxDiscount() == null
                        ? Long.MAX_VALUE
                        : percent.maxDiscount().minorUnits();
            }
            return terms instanceof Discount.AmountOff amount
                    ? amount.off().minorUnits()
                    : ((Discount.ThresholdAmountOff) terms).off().minorUnits();
        }
    }

    private static Order randomOrder(Random random, String currency) {
        List<OrderLine> lines = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            lines.add(new OrderLine(Integer.toString(i), Money.ofMinor(random.nextInt(10_000), currency)));
        }
        return new Order(lines);
    }

    private static Discount randomTerms(Random random, String currency) {
        Money some = Money.ofMinor(1 + random.nextInt(2_000), currency);
        Money more = some.plus(Money.ofMinor(random.nextInt(12_000), currency));
        return switch (random.nextInt(3)) {
            case 0 -> new Discount.ThresholdAmountOff(more, some);
            case 1 -> new Discount.AmountOff(some);
            default -> {
                Discount.PercentOff percent = Discount.percentOff("0." + (70 + random.nextInt(30)), currency);
                percent = random.nextBoolean() ? percent.atMost(some) : percent;
                yield random.nextBoolean() ? percent.from(more) : percent;
            }
        };
    }
}
