package com.couponengine.stats;

import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import java.util.Currency;
import java.util.EnumMap;
import java.util.Map;

/**
 * A sum of events. The one place that says which event counts as what, for the counters and for what is read from
 * ClickHouse. Not thread-safe.
 */
final class Tally {
    private final EnumMap<Figure, Long> sums = new EnumMap<>(Figure.class);

    void add(CouponEvent event) {
        Money discount = event.discount();
        add(event.type(), discount != null, 1, discount == null ? 0 : discount.minorUnits());
    }

    /**
     * Adds events of one kind.
     *
     * @param priced whether they carry a discount: it tells the release of a use from that of a hold
     * @param times how many
     * @param discount the sum of their discounts in minor units
     */
    void add(EventType type, boolean priced, long times, long discount) {
        switch (type) {
            case ISSUED -> add(Figure.ISSUED, times);
            case REDEEMED, CONFIRMED -> {
                add(Figure.USES, times);
                add(Figure.GIVEN, discount);
            }
            case RELEASED -> {
                add(Figure.RELEASED, priced ? times : 0);
                add(Figure.TAKEN_BACK, discount);
            }
            case REFUNDED -> {
                add(Figure.REFUNDS, times);
                add(Figure.TAKEN_BACK, discount);
            }
            case VOIDED -> add(Figure.VOIDED, times);
            case EXPIRED -> add(Figure.EXPIRED, times);
            case HELD, HOLD_LAPSED -> {}
        }
    }

    void add(Figure figure, long amount) {
        if (amount != 0) {
            sums.merge(figure, amount, Math::addExact);
        }
    }

    /** The figures that are not zero. */
    Map<Figure, Long> sums() {
        return sums;
    }

    Figures in(Currency currency) {
        return Figures.of(figure -> sums.getOrDefault(figure, 0L), currency);
    }
}
