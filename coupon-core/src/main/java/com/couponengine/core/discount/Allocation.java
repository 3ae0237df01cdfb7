package com.couponengine.core.discount;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How a discount is shared out over the lines of an order: the sum of the shares is the discount to the last minor
 * unit, and no share exceeds its line.
 *
 * @param discount what the whole order gets off
 * @param shares one for each line of the order, in its order; lines that the coupon does not cover have a share of zero
 */
public record Allocation(Money discount, List<Share> shares) {
    public Allocation {
        Mistakes.given("discount", discount);
        shares = Mistakes.copied("shares", shares);
    }

    /**
     * A line's part.
     *
     * @param lineId the line
     * @param amount what the line cost before the coupon
     * @param discount what the line gets off
     */
    public record Share(String lineId, Money amount, Money discount) {
        public Share {
            Mistakes.given("lineId", lineId);
            Mistakes.given("amount", amount);
            Mistakes.given("discount", discount);
        }
    }

    /** What the order costs before the coupon. */
    public Money orderAmount() {
        Money sum = Money.zero(discount.currency());
        for (Share share : shares) {
            sum = sum.plus(share.amount());
        }
        return sum;
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
     * @param covered for each line of the order its amount if it is covered, else 0
     */
    static Allocation of(Money discount, Order order, long[] covered) {
        long[] parts = parts(discount.minorUnits(), covered);
        List<Share> shares = new ArrayList<>(parts.length);
        for (int i = 0; i < parts.length; i++) {
            OrderLine line = order.lines().get(i);
            shares.add(new Share(line.id(), line.amount(), new Money(parts[i], discount.currency())));
        }
        return new Allocation(discount, shares);
    }

    /** The same in minor units. */
    static long[] parts(long discount, long[] covered) {
        long eligible = 0;
        for (long amount : covered) {
            eligible += amount;
        }
        long[] parts = new long[covered.length];
        long[] remainders = new long[covered.length];
        long left = discount;
        for (int i = 0; i < covered.length && eligible > 0; i++) {
            long product = covered[i] * discount;
            if (Math.multiplyHigh(covered[i], discount) == 0 && product >= 0) {
                parts[i] = product / eligible;
                remainders[i] = product % eligible;
            } else {
                BigInteger[] exact = BigInteger.valueOf(covered[i])
                        .multiply(BigInteger.valueOf(discount))
                        .divideAndRemainder(BigInteger.valueOf(eligible));
                parts[i] = exact[0].longValueExact();
                remainders[i] = exact[1].longValueExact();
            }
            left -= parts[i];
        }
        giveLargest((int) left, remainders, parts);
        return parts;
    }

    /** One more unit to each of so many parts with the largest remainders, earlier ones first. */
    private static void giveLargest(int units, long[] remainders, long[] parts) {
        if (units == 0) {
            return;
        }
        long[] sorted = remainders.clone();
        Arrays.sort(sorted);
        long least = sorted[sorted.length - units];
        int left = units;
        for (int i = 0; i < parts.length; i++) {
            if (remainders[i] > least) {
                parts[i]++;
                left--;
            }
        }
        for (int i = 0; left > 0; i++) {
            if (remainders[i] == least) {
                parts[i]++;
                left--;
            }
        }
    }
}
