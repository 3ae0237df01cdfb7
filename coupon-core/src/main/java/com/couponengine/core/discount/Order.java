package com.couponengine.core.discount;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a coupon is applied to: the lines of an order, all in one currency, at their final prices before coupons.
 *
 * @param lines at least one, at most 1,000, with different ids
 */
public record Order(List<OrderLine> lines) {
    /** The id of the only line of an order given as one amount. */
    public static final String WHOLE = "order";

    private static final int LINES_MAX = 1_000;

    public Order {
        new Mistakes()
                .require(lines != null && !lines.isEmpty(), "order.lines", lines, "must have a line")
                .noNulls("order.lines", lines)
                .throwIfAny();
        lines = List.copyOf(lines);
        Mistakes mistakes = new Mistakes()
                .require(lines.size() <= LINES_MAX, "order.lines", lines.size(), "must be at most " + LINES_MAX);
        Currency currency = lines.get(0).amount().currency();
        Set<String> ids = new HashSet<>();
        for (OrderLine line : lines) {
            mistakes.require(ids.add(line.id()), "line.id", line.id(), "must be unique within the order");
            mistakes.require(
                    line.amount().currency().equals(currency), "line.amount", line.amount(), "must be in " + currency);
        }
        mistakes.throwIfAny();
        sum(lines); // refuses an overflow
    }

    /** An order of one amount, where lines do not matter. */
    public static Order of(Money amount) {
        return new Order(List.of(new OrderLine(WHOLE, amount)));
    }

    /**
     * The order as the next of its coupons sees it: its lines at what is left of them.
     *
     * @param off what is off already, by the ids of lines; lines that are not named stay as they are
     * @throws com.couponengine.core.error.InvalidInputException if more is off a line than it costs
     */
    public Order less(Map<String, Money> off) {
        Mistakes.given("off", off);
        return new Order(lines.stream()
                .map(line -> {
                    Money taken = off.get(line.id());
                    return taken == null
                            ? line
                            : new OrderLine(line.id(), line.amount().minus(taken), line.attributes());
                })
                .toList());
    }

    public Currency currency() {
        return lines.get(0).amount().currency();
    }

    /** The sum of all lines. */
    public Money amount() {
        return sum(lines);
    }

    private static Money sum(List<OrderLine> lines) {
        Money sum = Money.zero(lines.get(0).amount().currency());
        for (OrderLine line : lines) {
            sum = sum.plus(line.amount());
        }
        return sum;
    }
}
