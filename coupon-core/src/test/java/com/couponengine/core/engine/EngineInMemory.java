package com.couponengine.core.engine;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.Order;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.memory.InMemoryCouponRepository;
import com.couponengine.core.memory.InMemoryEventPublisher;
import com.couponengine.core.memory.InMemoryStockGate;
import com.couponengine.core.money.Money;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import java.time.Duration;
import java.time.Instant;

/** An engine on in-memory adapters, with a clock that is moved by hand. */
final class EngineInMemory implements AutoCloseable {
    static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    static final Instant GRAB_END = START.plus(Duration.ofDays(1));
    static final Instant EXPIRY = START.plus(Duration.ofDays(10));

    final MovableClock clock = new MovableClock(START);
    final InMemoryCouponRepository repository = new InMemoryCouponRepository(clock);
    final InMemoryStockGate gate = new InMemoryStockGate(clock);
    final InMemoryEventPublisher events = new InMemoryEventPublisher();
    final CouponEngine engine;

    EngineInMemory() {
        this(options().build());
    }

    EngineInMemory(EngineOptions options) {
        engine = another(options);
    }

    /** A second host on the same adapters. */
    CouponEngine another(EngineOptions options) {
        return CouponEngine.builder()
                .repository(repository)
                .gate(gate)
                .events(events)
                .time(clock)
                .options(options)
                .build();
    }

    /** Without background reconciliation, so that tests decide when it runs. */
    static EngineOptions.Builder options() {
        return EngineOptions.builder().reconcileEvery(Duration.ZERO).soldOutMax(Duration.ofHours(1));
    }

    static TemplateSpec.Builder spec() {
        return TemplateSpec.builder()
                .name("满100减20")
                .discount(Discount.threshold("100.00", "20.00", "CNY"))
                .total(10)
                .grabWindow(START, GRAB_END)
                .validity(Validity.between(START, EXPIRY));
    }

    long draft(TemplateSpec.Builder spec) {
        return engine.templates().create(spec.build()).id();
    }

    long published(TemplateSpec.Builder spec) {
        long id = draft(spec);
        engine.templates().publish(id);
        return id;
    }

    static Order order(String amount) {
        return Order.of(Money.of(amount, "CNY"));
    }

    ShareStock stock(long templateId) {
        return repository.issues().stock(templateId).get(0);
    }

    GateView gateView(long templateId) {
        return gate.view(new ShareId(templateId, 0)).orElseThrow();
    }

    @Override
    public void close() {
        engine.close();
    }
}
