package com.couponengine.examples.benchmarks.grab;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import com.couponengine.examples.benchmarks.load.Contender;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.CompletionStage;

/** This engine: its grabs share gate calls and commits. */
public final class EngineGrab {
    private static final long TOTAL = 1_000_000;

    private EngineGrab() {}

    /** One thread for each caller. */
    public static final class Blocking extends Sale implements Contender.Blocking {
        public Blocking(CouponEngine engine, CommitSize commits) {
            super(engine, commits);
        }

        @Override
        public String name() {
            return "engine, a thread per caller";
        }

        @Override
        public void prepare() {
            next(false);
        }

        @Override
        public void once(long number) {
            granted(engine.grab(number, templateId, "r" + number));
        }
    }

    /** Asynchronous callers. */
    public static final class Async extends Sale implements Contender.Async {
        public Async(CouponEngine engine, CommitSize commits) {
            super(engine, commits);
        }

        @Override
        public String name() {
            return "engine, asynchronous";
        }

        @Override
        public void prepare() {
            next(true);
        }

        @Override
        public CompletionStage<?> start(long number) {
            return engine.grabAsync(GrabRequest.of(number, templateId, "r" + number))
                    .thenAccept(EngineGrab::granted);
        }
    }

    /** A template for each run, with more units than the run can take. */
    private static class Sale {
        final CouponEngine engine;
        private final CommitSize commits;
        volatile long templateId;

        Sale(CouponEngine engine, CommitSize commits) {
            this.engine = engine;
            this.commits = commits;
        }

        void next(boolean asynchronous) {
            templateId = publish(engine);
            commits.begin(asynchronous);
        }
    }

    /** A published template with more units than a run can take. */
    public static long publish(CouponEngine engine) {
        Instant now = Instant.now();
        Template template = engine.templates()
                .create(TemplateSpec.builder()
                        .name("benchmark")
                        .discount(Discount.threshold("100.00", "20.00", "CNY"))
                        .total(TOTAL)
                        .perUserLimit(1)
                        .grabWindow(now.minusSeconds(60), now.plus(Duration.ofDays(1)))
                        .validity(Validity.between(now.minusSeconds(60), now.plus(Duration.ofDays(30))))
                        .zone(ZoneId.of("Asia/Shanghai"))
                        .build());
        engine.templates().publish(template.id());
        return template.id();
    }

    private static void granted(GrabResult result) {
        if (result.status() != GrabStatus.GRANTED) {
            throw new IllegalStateException("a grab was answered " + result.status());
        }
    }
}
