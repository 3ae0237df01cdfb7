package com.couponengine.core.discount;

import com.couponengine.core.money.Money;
import java.util.function.Predicate;

/** What a coupon's terms give on an order. */
public sealed interface Pricing {

    /** The terms apply; this is what each line gets off. */
    record Applies(Allocation allocation) implements Pricing {}

    /** The covered lines do not reach the least spend. */
    record BelowMinSpend(Money shortBy) implements Pricing {}

    /** The coupon covers no line of the order, or only lines that cost nothing. */
    record NothingEligible() implements Pricing {}

    /** The order is in another currency. */
    record OtherCurrency() implements Pricing {}

    /** Applies terms to an order. Pure. */
    static Pricing of(Discount terms, Order order, Predicate<OrderLine> covered) {
        if (!order.currency().equals(terms.currency())) {
            return new OtherCurrency();
        }
        Money eligible = order.lines().stream()
                .filter(covered)
                .map(OrderLine::amount)
                .reduce(Money.zero(order.currency()), Money::plus);
        if (eligible.isZero()) {
            return new NothingEligible();
        }
        Money minSpend = terms.minSpend();
        if (minSpend != null && eligible.compareTo(minSpend) < 0) {
            return new BelowMinSpend(minSpend.minus(eligible));
        }
        return new Applies(Allocation.of(terms.on(eligible), order, covered));
    }
}
