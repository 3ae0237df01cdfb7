package com.couponengine.core.engine;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.Order;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.memory.InMemoryCouponRepository;
import com.couponengine.core.memory.InMemoryEventPublisher;
import com.couponengine.core.memory.InMemoryStockGate;
import com.couponengine.core.money.Money;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import com.couponengine.core.wallet.WalletQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;

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

    /** Everything that a call could have changed, for comparison. */
    record Stored(
            List<Template> templates,
            List<ShareStock> stock,
            List<GateView> gate,
            List<Coupon> coupons,
            List<CouponEvent> ledgers) {}

    Stored stored() {
        List<Template> templates = repository.templates().list(0, 100);
        List<ShareStock> stock = templates.stream()
                .flatMap(template -> repository.issues().stock(template.id()).stream())
                .toList();
        List<Coupon> coupons = LongStream.rangeClosed(1, 10)
                .mapToObj(user -> new WalletQuery(user, WalletQuery.View.ALL, WalletQuery.Sort.NEWEST_FIRST, null, 100))
                .flatMap(query -> repository.coupons().wallet(query).stream())
                .toList();
        return new Stored(
                templates,
                stock,
                stock.stream()
                        .flatMap(row -> gate.view(row.share()).stream())
                        .map(view -> new GateView(view.epoch(), view.remaining(), 0)) // confirmed off the caller's path
                        .toList(),
                coupons,
                coupons.stream()
                        .flatMap(coupon -> repository.coupons().ledger(coupon.code()).stream())
                        .toList());
    }

    @Override
    public void close() {
        engine.close();
    }
}
