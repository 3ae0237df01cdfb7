package com.couponengine.examples.benchmarks.redeem;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.discount.Order;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.examples.benchmarks.grab.EngineGrab;
import com.couponengine.examples.benchmarks.load.Contender;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** This engine: its redeems of different coupons share commits. */
public final class EngineRedeem {
    private static final int UNUSED = 150_000;
    private static final Order ORDER = Order.of(Money.of("320.00", "CNY"));

    private EngineRedeem() {}

    /** One thread for each caller. */
    public static final class Blocking extends Coupons implements Contender.Blocking {
        public Blocking(CouponEngine engine, CouponRepository repository) {
            super(engine, repository);
        }

        @Override
        public String name() {
            return "engine, a thread per caller";
        }

        @Override
        public void prepare() throws Exception {
            fill();
        }

        @Override
        public void once(long number) {
            Unused.Owned coupon = unused.take();
            redeemed(engine.redeem(coupon.userId(), coupon.code(), "o" + number, ORDER));
        }
    }

    /** Asynchronous callers. */
    public static final class Async extends Coupons implements Contender.Async {
        public Async(CouponEngine engine, CouponRepository repository) {
            super(engine, repository);
        }

        @Override
        public String name() {
            return "engine, asynchronous";
        }

        @Override
        public void prepare() throws Exception {
            fill();
        }

        @Override
        public CompletionStage<?> start(long number) {
            Unused.Owned coupon = unused.take();
            return engine.applyAsync(new RedemptionCommand.Redeem(
                            CouponCode.parse(coupon.code()), coupon.userId(), "o" + number, 1, ORDER))
                    .thenAccept(EngineRedeem::redeemed);
        }
    }

    private static class Coupons {
        final CouponEngine engine;
        final Unused unused = new Unused();
        private final CouponRepository repository;
        private final CouponCodes codes = new CouponCodes();
        private long templateId;

        Coupons(CouponEngine engine, CouponRepository repository) {
            this.engine = engine;
            this.repository = repository;
        }

        void fill() throws Exception {
            if (templateId == 0) {
                templateId = EngineGrab.publish(engine);
            }
            unused.fill(UNUSED, this::issue);
            engine.publishEvents();
        }

        private List<Unused.Owned> issue(long firstUser, int count) {
            Instant now = Instant.now();
            List<IssueRequest> requests = new ArrayList<>();
            for (long user = firstUser; user < firstUser + count; user++) {
                requests.add(new IssueRequest(
                        user, "t" + templateId, codes.next(user), 1, now, now, now.plus(Duration.ofDays(7))));
            }
            List<Unused.Owned> laid = new ArrayList<>();
            for (IssueAnswer answer : repository
                    .issues()
                    .issue(new IssueBatch(new ShareId(templateId, 0), OptionalLong.empty(), requests))) {
                if (answer.coupon() == null) {
                    throw new IllegalStateException("a coupon was not issued: " + answer.status());
                }
                laid.add(new Unused.Owned(
                        answer.coupon().userId(), answer.coupon().code().toString()));
            }
            return laid;
        }
    }

    private static void redeemed(RedemptionResult result) {
        if (result.status() != RedemptionStatus.REDEEMED) {
            throw new IllegalStateException("a redeem was answered " + result.status());
        }
    }
}
