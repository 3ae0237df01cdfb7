package com.couponengine.core.discount;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import java.util.Map;

/**
 * A line of an order.
 *
 * @param id the host's key of the line, unique within its order
 * @param amount what the line costs before coupons, all units together
 * @param attributes what a host's {@link LineScope} decides by (category, brand, …); not stored
 */
public record OrderLine(String id, Money amount, Map<String, String> attributes) {
    public OrderLine {
        new Mistakes()
                .key("line.id", id)
                .require(amount != null, "line.amount", amount, "must be given")
                .require(attributes != null, "line.attributes", attributes, "must be given")
                .throwIfAny();
        new Mistakes()
                .noNulls("line.attributes.keys", attributes.keySet())
                .noNulls("line.attributes.values", attributes.values())
                .throwIfAny();
        attributes = Map.copyOf(attributes);
    }

    public OrderLine(String id, Money amount) {
        this(id, amount, Map.of());
    }
}
