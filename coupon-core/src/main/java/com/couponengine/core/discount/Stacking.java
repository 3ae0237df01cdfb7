package com.couponengine.core.discount;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Which of several coupons that may share an order give the most together.
 *
 * <p>Coupons are applied one after the other, each to what those before it leave of the lines: least spends, rates and
 * caps are judged on that. The order of application is fixed: the highest least spend first, for it has the most to lose;
 * then percent off before amount off; then the larger before the smaller; equal terms by the lines that they cover.
 *
 * <p>Exact for up to {@link #EXACT_MAX} coupons, by a search that gives up a branch when even all that is left of it could
 * not be better. Of more, those are considered that give the most alone.
 */
public final class Stacking {
    /** So many coupons are combined exactly. */
    public static final int EXACT_MAX = 20;

    private final Order order;
    private final List<Option> options;
    private final int[] chosen;
    private int[] best = {};
    private long bestOff;

    private Stacking(Order order, List<Option> options) {
        this.order = order;
        this.options = options;
        this.chosen = new int[options.size()];
    }

    /**
     * A coupon that may be applied.
     *
     * @param terms what it gives, in the currency of the order
     * @param covered which lines it applies to
     */
    public record Candidate(Discount terms, Predicate<OrderLine> covered) {
        public Candidate {
            Mistakes.given("terms", terms);
            Mistakes.given("covered", covered);
        }
    }

    /**
     * What was chosen.
     *
     * @param steps in the order of application; empty if nothing gives a discount
     * @param exact whether nothing better is possible; of equal ones it is one with the fewest coupons
     */
    public record Choice(List<Step> steps, boolean exact) {
        public Choice {
            steps = Mistakes.copied("steps", steps);
        }
    }

    /**
     * One coupon of a choice.
     *
     * @param candidate its index in the list that was given
     * @param allocation what it gives on what those before it leave
     */
    public record Step(int candidate, Allocation allocation) {
        public Step {
            Mistakes.given("allocation", allocation);
        }
    }

    /** Finds the best combination. Pure. Candidates in another currency than the order's are left out. */
    public static Choice best(Order order, List<Candidate> candidates) {
        Mistakes.given("order", order);
        new Mistakes()
                .require(candidates != null, "candidates", candidates, "must be given")
                .noNulls("candidates", candidates)
                .throwIfAny();
        long[] amounts = order.lines().stream()
                .mapToLong(line -> line.amount().minorUnits())
                .toArray();
        List<Option> options = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            if (candidates.get(i).terms().currency().equals(order.currency())) {
                options.add(Option.of(i, candidates.get(i), order));
            }
        }
        boolean exact = options.size() <= EXACT_MAX;
        if (!exact) {
            options.sort(Comparator.comparingLong((Option option) -> option.on(amounts))
                    .reversed());
            options = options.subList(0, EXACT_MAX);
        }
        Stacking search =
                new Stacking(order, options.stream().sorted(Option.APPLICATION).toList());
        search.begin(amounts);
        return new Choice(search.steps(amounts), exact);
    }

    /** If all options cover the same lines, only the sum of these matters. */
    private void begin(long[] amounts) {
        if (options.stream().allMatch(option -> Arrays.equals(option.covered, options.get(0).covered))) {
            long sum = options.isEmpty() ? 0 : options.get(0).eligible(amounts);
            Stacking bySum =
                    new Stacking(order, options.stream().map(Option::ofOneLine).toList());
            bySum.from(0, 0, new long[] {sum}, 0);
            best = bySum.best;
        } else {
            from(0, 0, amounts, 0);
        }
    }

    /** Tries all combinations of the options from the next one on, beside those that were chosen. */
    private void from(int next, int count, long[] left, long off) {
        if (off > bestOff || (off == bestOff && count < best.length)) {
            best = Arrays.copyOf(chosen, count);
            bestOff = off;
        }
        if (next == options.size() || !canBeBetter(next, count, left, off)) {
            return;
        }
        Option option = options.get(next);
        long discount = option.on(left);
        if (discount > 0) {
            chosen[count] = next;
            from(next + 1, count + 1, option.less(left, discount), off + discount);
        }
        int other = next + 1; // without one of equal coupons, without the rest of them
        while (other < options.size() && Option.APPLICATION.compare(option, options.get(other)) == 0) {
            other++;
        }
        from(other, count, left, off);
    }

    /**
     * No coupon gives more on what is left later than on what is left now, all together not more than that, and those
     * with a rate not more than if each took its part of all that the ones before it leave.
     */
    private boolean canBeBetter(int next, int count, long[] left, long off) {
        long amounts = 0;
        long parts = 0;
        double rate = 1;
        for (int i = next; i < options.size(); i++) {
            Option option = options.get(i);
            long discount = option.on(left);
            if (!option.terms.isPercent()) {
                amounts = Math.addExact(amounts, discount);
            } else if (discount > 0) {
                parts = Math.addExact(parts, discount);
                rate *= option.terms.rate();
            }
        }
        long all = Arrays.stream(left).sum();
        long roundings = options.size() - next + 1L;
        parts = Math.min(parts, (long) (all * (1 - rate)) + roundings);
        long most = Math.min(Math.addExact(amounts, parts), all);
        return off + most > bestOff || (off + most == bestOff && count + 1 < best.length);
    }

    private List<Step> steps(long[] amounts) {
        List<Step> steps = new ArrayList<>();
        long[] left = amounts;
        for (int index : best) {
            Option option = options.get(index);
            long discount = option.on(left);
            long[] then = option.less(left, discount);
            List<Allocation.Share> shares = new ArrayList<>(left.length);
            for (int i = 0; i < left.length; i++) {
                shares.add(new Allocation.Share(order.lines().get(i).id(), money(left[i]), money(left[i] - then[i])));
            }
            steps.add(new Step(option.candidate, new Allocation(money(discount), shares)));
            left = then;
        }
        return steps;
    }

    private Money money(long minorUnits) {
        return new Money(minorUnits, order.currency());
    }

    /** A candidate, with the lines that it covers. */
    private static final class Option {
        /** Equal for coupons that can stand for each other. */
        static final Comparator<Option> APPLICATION = Comparator.<Option>comparingLong(
                        option -> option.terms.minSpend())
                .reversed()
                .thenComparing(Comparator.<Option>comparingLong(
                                option -> option.terms.isPercent() ? option.terms.millionths() : 0)
                        .reversed())
                .thenComparing(Comparator.<Option>comparingLong(option -> option.terms.most())
                        .reversed())
                .thenComparing(option -> option.covered, Arrays::compare);

        final int candidate;
        final Terms terms;
        final boolean[] covered;

        private Option(int candidate, Terms terms, boolean[] covered) {
            this.candidate = candidate;
            this.terms = terms;
            this.covered = covered;
        }

        static Option of(int index, Candidate candidate, Order order) {
            boolean[] covered = new boolean[order.lines().size()];
            IntStream.range(0, covered.length)
                    .forEach(i ->
                            covered[i] = candidate.covered().test(order.lines().get(i)));
            return new Option(index, Terms.of(candidate.terms()), covered);
        }

        /** The same for an order of which one line is left, the sum of what it covers. */
        Option ofOneLine() {
            return new Option(candidate, terms, new boolean[] {true});
        }

        long eligible(long[] left) {
            long eligible = 0;
            for (int i = 0; i < left.length; i++) {
                eligible += covered[i] ? left[i] : 0;
            }
            return eligible;
        }

        /** What it gives on what is left of the lines. */
        long on(long[] left) {
            long eligible = eligible(left);
            return eligible < terms.minSpend() ? 0 : terms.on(eligible);
        }

        /** What is left of the lines after it. */
        long[] less(long[] left, long discount) {
            if (left.length == 1) {
                return new long[] {left[0] - discount};
            }
            long[] then = new long[left.length];
            for (int i = 0; i < left.length; i++) {
                then[i] = covered[i] ? left[i] : 0;
            }
            long[] parts = Allocation.parts(discount, then);
            for (int i = 0; i < left.length; i++) {
                then[i] = left[i] - parts[i];
            }
            return then;
        }
    }
}
