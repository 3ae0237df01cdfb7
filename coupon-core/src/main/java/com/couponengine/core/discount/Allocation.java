package com.couponengine.core.discount;

import com.couponengine.core.money.Money;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * How a discount is shared out over the lines of an order: the sum of the shares is the discount to the last minor
 * unit, and no share exceeds its line.
 *
 * @param discount what the whole order gets off
 * @param shares one for each line of the order, in its order; lines that the coupon does not cover have a share of zero
 */
public record Allocation(Money discount, List<Share> shares) {
    public Allocation {
        shares = List.copyOf(shares);
    }

    /**
     * A line's part.
     *
     * @param lineId the line
     * @param amount what the line cost before the coupon
     * @param discount what the line gets off
     */
    public record Share(String lineId, Money amount, Money discount) {}

    /** What the order costs before the coupon. */
    public Money orderAmount() {
        return shares.stream().map(Share::amount).reduce(Money.zero(discount.currency()), Money::plus);
    }

    /** What is paid for the order. */
    public Money paid() {
        return orderAmount().minus(discount);
    }

    /**
     * Shares a discount out in proportion to the covered lines by the largest-remainder method (Hamilton's): each line
     * gets the whole part of its exact share, the units left over go one each to the largest remainders, earlier lines
     * first.
     *
     * @param discount at most the sum of the covered lines
     */
    static Allocation of(Money discount, Order order, Predicate<OrderLine> covered) {
        List<OrderLine> lines = order.lines();
        BigInteger eligible = lines.stream()
                .filter(covered)
                .map(line -> BigInteger.valueOf(line.amount().minorUnits()))
                .reduce(BigInteger.ZERO, BigInteger::add);
        long[] parts = new long[lines.size()];
        BigInteger[] remainders = new BigInteger[lines.size()];
        List<Integer> byRemainder = new ArrayList<>();
        long left = discount.minorUnits();
        for (int i = 0; i < parts.length; i++) {
            if (eligible.signum() > 0 && covered.test(lines.get(i))) {
                BigInteger[] exact = BigInteger.valueOf(lines.get(i).amount().minorUnits())
                        .multiply(BigInteger.valueOf(discount.minorUnits()))
                        .divideAndRemainder(eligible);
                parts[i] = exact[0].longValueExact();
                remainders[i] = exact[1];
                left -= parts[i];
                byRemainder.add(i);
            }
        }
        byRemainder.sort(Comparator.comparing((Integer i) -> remainders[i]).reversed());
        for (int i = 0; i < left; i++) {
            parts[byRemainder.get(i)]++;
        }
        List<Share> shares = new ArrayList<>(parts.length);
        for (int i = 0; i < parts.length; i++) {
            OrderLine line = lines.get(i);
            shares.add(new Share(line.id(), line.amount(), new Money(parts[i], discount.currency())));
        }
        return new Allocation(discount, shares);
    }
}
