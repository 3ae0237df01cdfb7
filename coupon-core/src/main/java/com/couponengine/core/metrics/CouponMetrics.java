package com.couponengine.core.metrics;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.redemption.RedemptionStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Shows an engine's figures to Micrometer: {@code new CouponMetrics(engine).bindTo(registry)}. Only this class needs
 * Micrometer, which the host brings; an engine never loads it. The meters, with what to watch, are listed in
 * docs/operations.md; each reads a figure of {@link EngineFigures} when it is asked, so they cost grabs nothing. Tag
 * values are the names of the statuses. Thread-safe.
 */
public final class CouponMetrics implements MeterBinder {
    private final EngineFigures figures;
    private final Tags tags;

    /**
     * Without tags of the host's.
     *
     * @throws InvalidInputException if there is no engine
     */
    public CouponMetrics(CouponEngine engine) {
        this(engine, List.of());
    }

    /**
     * With tags for every meter. A registry shows one engine only, unless the tags tell several apart.
     *
     * @throws InvalidInputException if an argument is null
     */
    public CouponMetrics(CouponEngine engine, Iterable<Tag> tags) {
        Mistakes.given("engine", engine);
        Mistakes.given("tags", tags);
        this.figures = engine.figures();
        this.tags = Tags.of(tags);
    }

    /**
     * Registers the meters. The registry does not keep the engine from being collected.
     *
     * @throws InvalidInputException if there is no registry
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        Mistakes.given("registry", registry);
        for (GrabStatus status : GrabStatus.values()) {
            count(registry, "coupon.grabs", Tags.of("status", status.name()), of -> of.grabs(status));
        }
        for (RedemptionStatus status : RedemptionStatus.values()) {
            count(registry, "coupon.redemptions", Tags.of("status", status.name()), of -> of.redemptions(status));
        }
        gauge(registry, "coupon.waiting", Tags.of("call", "GRAB"), EngineFigures::waitingGrabs);
        gauge(registry, "coupon.waiting", Tags.of("call", "REDEMPTION"), EngineFigures::waitingRedemptions);
        count(registry, "coupon.issue.batches", Tags.empty(), EngineFigures::issueBatches);
        count(registry, "coupon.issue.coupons", Tags.empty(), EngineFigures::issuedCoupons);
        count(registry, "coupon.reconciliations", Tags.empty(), EngineFigures::reconciliations);
        count(registry, "coupon.reconciled", outcome("CONFIRMED"), EngineFigures::reservationsConfirmed);
        count(registry, "coupon.reconciled", outcome("RELEASED"), EngineFigures::reservationsReleased);
        count(registry, "coupon.reconciled", outcome("UNDECIDED"), EngineFigures::reservationsUndecided);
        count(registry, "coupon.reconciled.shares", outcome("DRIFTED"), EngineFigures::sharesDrifted);
        count(registry, "coupon.reconciled.shares", outcome("UNREACHABLE"), EngineFigures::sharesUnreachable);
        count(registry, "coupon.gate.rebuilds", outcome("LOADED"), EngineFigures::rebuildsLoaded);
        count(registry, "coupon.gate.rebuilds", outcome("OVERTAKEN"), EngineFigures::rebuildsOvertaken);
        count(registry, "coupon.gate.rebuilds", outcome("FAILED"), EngineFigures::rebuildsFailed);
        count(registry, "coupon.events.published", Tags.empty(), EngineFigures::eventsPublished);
    }

    private static Tags outcome(String name) {
        return Tags.of("outcome", name);
    }

    private void count(MeterRegistry registry, String name, Tags own, ToDoubleFunction<EngineFigures> figure) {
        FunctionCounter.builder(name, figures, figure).tags(tags.and(own)).register(registry);
    }

    private void gauge(MeterRegistry registry, String name, Tags own, ToDoubleFunction<EngineFigures> figure) {
        Gauge.builder(name, figures, figure).tags(tags.and(own)).register(registry);
    }
}
