package com.couponengine.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.metrics.CouponMetrics;
import com.couponengine.core.redemption.RedemptionStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CouponMetricsTest {
    private final EngineInMemory host = new EngineInMemory();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        registry.close();
        host.close();
    }

    @Test
    void everyFigureHasItsMeter() {
        new CouponMetrics(host.engine).bindTo(registry);
        assertThat(names())
                .containsExactlyInAnyOrder(
                        "coupon.grabs",
                        "coupon.redemptions",
                        "coupon.waiting",
                        "coupon.issue.batches",
                        "coupon.issue.coupons",
                        "coupon.reconciliations",
                        "coupon.reconciled",
                        "coupon.reconciled.shares",
                        "coupon.gate.rebuilds",
                        "coupon.events.published");
        assertThat(tagValues("coupon.grabs", "status")).isEqualTo(namesOf(GrabStatus.values()));
        assertThat(tagValues("coupon.redemptions", "status")).isEqualTo(namesOf(RedemptionStatus.values()));
        assertThat(tagValues("coupon.waiting", "call")).containsExactlyInAnyOrder("GRAB", "REDEMPTION");
        assertThat(registry.get("coupon.waiting").gauges()).hasSize(2).allMatch(gauge -> gauge.value() == 0);
    }

    @Test
    void metersShowWhatTheEngineHasDone() {
        new CouponMetrics(host.engine).bindTo(registry);
        long template = host.published(EngineInMemory.spec().total(1));
        String code = host.engine.grab(1, template, "r").coupon().code().toString();
        host.engine.grab(2, template, "r");
        host.engine.grab(3, template, "r");
        host.engine.redeem(1, code, "o", EngineInMemory.order("200.00"));
        host.engine.publishEvents();
        host.gate.loseEverything();
        host.engine.reconciler().reconcile();

        assertThat(count("coupon.grabs", "status", "GRANTED")).isEqualTo(1);
        assertThat(count("coupon.grabs", "status", "SOLD_OUT")).isEqualTo(2);
        assertThat(count("coupon.redemptions", "status", "REDEEMED")).isEqualTo(1);
        assertThat(count("coupon.issue.batches")).isEqualTo(1);
        assertThat(count("coupon.issue.coupons")).isEqualTo(1);
        assertThat(count("coupon.reconciliations")).isEqualTo(1);
        assertThat(count("coupon.reconciled.shares", "outcome", "DRIFTED")).isEqualTo(1);
        assertThat(count("coupon.gate.rebuilds", "outcome", "LOADED")).isEqualTo(2);
        assertThat(count("coupon.events.published")).isEqualTo(2);
        double all = registry.getMeters().stream()
                .flatMap(meter -> Arrays.stream(new double[] {valueOf(meter)}).boxed())
                .mapToDouble(Double::doubleValue)
                .sum();
        assertThat(all).as("the others stand at zero").isEqualTo(12);
    }

    @Test
    void tagsTellSeveralEnginesApart() {
        try (CouponEngine other = host.another(EngineInMemory.options().build())) {
            new CouponMetrics(host.engine, Tags.of("engine", "one")).bindTo(registry);
            new CouponMetrics(other, List.of(Tag.of("engine", "two"))).bindTo(registry);
            other.grab(1, 404, "r");
            assertThat(count("coupon.grabs", "status", "UNKNOWN_TEMPLATE", "engine", "one"))
                    .isZero();
            assertThat(count("coupon.grabs", "status", "UNKNOWN_TEMPLATE", "engine", "two"))
                    .isEqualTo(1);
            assertThat(registry.getMeters()).allMatch(meter -> meter.getId().getTag("engine") != null);
        }
    }

    private double count(String name, String... tags) {
        return registry.get(name).tags(tags).functionCounter().count();
    }

    private static double valueOf(Meter meter) {
        return meter instanceof Gauge gauge ? gauge.value() : ((FunctionCounter) meter).count();
    }

    private Set<String> names() {
        return registry.getMeters().stream()
                .map(meter -> meter.getId().getName())
                .collect(Collectors.toSet());
    }

    private Set<String> tagValues(String name, String tag) {
        return registry.get(name).meters().stream()
                .map(meter -> meter.getId().getTag(tag))
                .collect(Collectors.toSet());
    }

    private static Set<String> namesOf(Enum<?>[] statuses) {
        return Arrays.stream(statuses).map(Enum::name).collect(Collectors.toSet());
    }
}
