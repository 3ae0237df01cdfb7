package com.couponengine.examples.benchmarks.jmh;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.core.TimeSource;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.memory.InMemoryCouponRepository;
import com.couponengine.core.memory.InMemoryStockGate;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A grab of a template that this process knows to be sold out. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class SoldOutBenchmark {
    private final CouponEngine engine = CouponEngine.builder()
            .repository(new InMemoryCouponRepository(TimeSource.system()))
            .gate(new InMemoryStockGate(TimeSource.system()))
            .options(EngineOptions.builder().soldOutMax(Duration.ofHours(1)).build())
            .build();
    private GrabRequest request = GrabRequest.of(2, 1, "late");

    /** Sells the only unit, and lets somebody find out. */
    @Setup
    public void sellOut() {
        Instant now = Instant.now();
        long template = engine.templates()
                .create(TemplateSpec.builder()
                        .name("benchmark")
                        .discount(Discount.threshold("100.00", "20.00", "CNY"))
                        .total(1)
                        .grabWindow(now.minusSeconds(60), now.plus(Duration.ofDays(1)))
                        .validity(Validity.daysAfterGrab(7))
                        .zone(ZoneId.of("Asia/Shanghai"))
                        .build())
                .id();
        engine.templates().publish(template);
        request = GrabRequest.of(2, template, "late");
        if (engine.grab(1, template, "first").status() != GrabStatus.GRANTED
                || engine.grab(request).status() != GrabStatus.SOLD_OUT) {
            throw new IllegalStateException("it is not sold out");
        }
    }

    @TearDown
    public void close() {
        engine.close();
    }

    /** One refusal. */
    @Benchmark
    public GrabResult soldOut() {
        return engine.grab(request);
    }
}
