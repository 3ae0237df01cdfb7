package com.couponengine.stats;

import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/** What events come to when each is counted once, reckoned in the plainest way. */
record Expected(List<CouponEvent> events) {

    static Expected of(List<EventBatch> batches, long templateId) {
        return new Expected(batches.stream()
                .flatMap(batch -> batch.events().stream())
                .filter(event -> event.templateId() == templateId)
                .toList());
    }

    Expected on(LocalDate day) {
        return new Expected(events.stream()
                .filter(event -> event.at().atZone(event.zone()).toLocalDate().equals(day))
                .toList());
    }

    Figures figures() {
        Set<EventType> uses = EnumSet.of(EventType.REDEEMED, EventType.CONFIRMED);
        Set<EventType> back = EnumSet.of(EventType.RELEASED, EventType.REFUNDED);
        return new Figures(
                count(event -> event.type() == EventType.ISSUED),
                count(event -> uses.contains(event.type())),
                count(event -> event.type() == EventType.RELEASED && event.discount() != null),
                count(event -> event.type() == EventType.REFUNDED),
                count(event -> event.type() == EventType.VOIDED),
                count(event -> event.type() == EventType.EXPIRED),
                sum(event -> uses.contains(event.type())),
                sum(event -> back.contains(event.type())));
    }

    private long count(Predicate<CouponEvent> which) {
        return events.stream().filter(which).count();
    }

    private Money sum(Predicate<CouponEvent> which) {
        return events.stream()
                .filter(which)
                .map(CouponEvent::discount)
                .filter(Objects::nonNull)
                .reduce(Money.ofMinor(0, "CNY"), Money::plus);
    }
}
