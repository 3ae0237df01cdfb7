package com.couponengine.core.discount;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import java.util.function.Predicate;

/** What a coupon's terms give on an order. */
public sealed interface Pricing {

    /** The terms apply; this is what each line gets off. */
    record Applies(Allocation allocation) implements Pricing {
        public Applies {
            Mistakes.given("allocation", allocation);
        }
    }

    /** The covered lines do not reach the least spend. */
    record BelowMinSpend(Money shortBy) implements Pricing {
        public BelowMinSpend {
            Mistakes.given("shortBy", shortBy);
        }
    }

    /** The coupon covers no line of the order, or only lines that cost nothing. */
    record NothingEligible() implements Pricing {}

    /** The order is in another currency. */
    record OtherCurrency() implements Pricing {}

    /** Other coupons of the order take more off one of its lines than it costs. */
    record OrderChanged() implements Pricing {}

    /** Applies terms to an order. Pure. */
    static Pricing of(Discount terms, Order order, Predicate<OrderLine> covered) {
        Mistakes.given("terms", terms);
        Mistakes.given("order", order);
        Mistakes.given("covered", covered);
        if (!order.currency().equals(terms.currency())) {
            return new OtherCurrency();
        }
        long[] amounts = new long[order.lines().size()];
        long sum = 0; // the order's own sum fits, too
        for (int i = 0; i < amounts.length; i++) {
            OrderLine line = order.lines().get(i);
            amounts[i] = covered.test(line) ? line.amount().minorUnits() : 0;
            sum += amounts[i];
        }
        Money eligible = new Money(sum, order.currency());
        if (eligible.isZero()) {
            return new NothingEligible();
        }
        Money minSpend = terms.minSpend();
        if (minSpend != null && eligible.compareTo(minSpend) < 0) {
            return new BelowMinSpend(minSpend.minus(eligible));
        }
        return new Applies(Allocation.of(terms.on(eligible), order, amounts));
    }
}
