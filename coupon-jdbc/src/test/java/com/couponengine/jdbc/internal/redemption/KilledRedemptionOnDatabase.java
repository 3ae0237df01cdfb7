package com.couponengine.jdbc.internal.redemption;

import static com.couponengine.jdbc.internal.TestCoupons.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.contract.LedgerReplay;
import com.couponengine.core.contract.Seed;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.redemption.OrderAttempt;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.template.TemplateState;
import com.couponengine.jdbc.JdbcCouponRepository;
import com.couponengine.jdbc.internal.TestCoupons;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Host and database killed between, and in the middle of, any two steps of a coupon's life. */
abstract class KilledRedemptionOnDatabase {
    private static final int COUPONS = 100;
    private static final int KILLS = 6;
    private static final int STEPS_MAX = 50;
    private static final int HANGING_SECONDS = 180;
    private static final Instant END = Instant.parse("2080-01-01T00:00:00Z");

    private final SqlVariant variant;

    KilledRedemptionOnDatabase(SqlVariant variant) {
        this.variant = variant;
    }

    private static List<CouponCode> coupons(SqlDatabase at) {
        try (TestCoupons coupons = TestCoupons.open(at, null)) {
            List<Long> users = LongStream.rangeClosed(1, COUPONS).boxed().toList();
            return coupons.coupons(coupons.template(TemplateState.PUBLISHED), users, END).stream()
                    .map(Coupon::code)
                    .toList();
        }
    }

    // B31, B34
    @Test
    final void theRetryAfterAHostWasKilledIsAnsweredAsTheStepWouldHaveBeen() throws IOException {
        Random random = new Random(Seed.printed("killed hosts"));
        SqlDatabase at = SqlServer.shared(variant).newDatabase();
        List<CouponCode> codes = coupons(at);
        List<CouponLives.Step> steps = CouponLives.steps(codes);

        int answered = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            try (RedemptionProcess host = new RedemptionProcess(at, codes, answered)) {
                host.killAfter(1 + random.nextInt(STEPS_MAX));
                assertThat(host.wrong()).isZero();
                answered += host.answered();
            }
        }
        assertThat(answered).isPositive();
        try (JdbcCouponRepository repository = RedemptionProcess.repository(at)) {
            for (CouponLives.Step step : steps.subList(answered, steps.size())) {
                RedemptionResult result = step.run(repository);
                assertThat(step.isAnswer(result)).as("%s: %s", step, result).isTrue();
            }
            allCameToTheirEnd(repository, codes);
        }
        noneIsStuckBeyondItsHold(at, codes);
    }

    @Test
    final void theRetryAfterTheDatabaseWasKilledIsAnsweredAsTheStepWouldHaveBeen() {
        Random random = new Random(Seed.printed("killed databases"));
        try (SqlServer server = SqlServer.start(variant)) {
            SqlDatabase at = server.newDatabase();
            List<CouponCode> codes = coupons(at);
            List<CouponLives.Step> steps = CouponLives.steps(codes);
            AtomicInteger answered = new AtomicInteger();
            AtomicInteger faults = new AtomicInteger();
            try (JdbcCouponRepository repository = RedemptionProcess.repository(at)) {
                CompletableFuture<Void> host = CompletableFuture.runAsync(() -> {
                    for (CouponLives.Step step : steps) {
                        RedemptionResult result = step.run(repository);
                        while (result.status() == RedemptionStatus.UNAVAILABLE
                                || result.status() == RedemptionStatus.OUTCOME_UNKNOWN) {
                            faults.incrementAndGet();
                            result = step.run(repository);
                        }
                        assertThat(step.isAnswer(result))
                                .as("%s: %s", step, result)
                                .isTrue();
                        answered.incrementAndGet();
                    }
                });
                for (int kill = 0; kill < KILLS; kill++) {
                    int target = answered.get() + 1 + random.nextInt(STEPS_MAX);
                    await().atMost(Duration.ofSeconds(HANGING_SECONDS))
                            .until(() -> answered.get() >= target || host.isDone());
                    server.killNine();
                    server.restart();
                }
                host.orTimeout(HANGING_SECONDS, TimeUnit.SECONDS).join();
                assertThat(faults.get()).as("steps that a kill struck").isPositive();
            }
            // not on the pool of before, whose connections may be older than the last kill
            try (JdbcCouponRepository repository = RedemptionProcess.repository(at)) {
                allCameToTheirEnd(repository, codes);
            }
            noneIsStuckBeyondItsHold(at, codes);
        }
    }

    private static void allCameToTheirEnd(JdbcCouponRepository repository, List<CouponCode> codes) {
        for (int i = 0; i < COUPONS; i++) {
            Coupon coupon = repository.coupons().find(codes.get(i)).orElseThrow();
            List<CouponEvent> ledger = repository.coupons().ledger(codes.get(i));
            int kind = i % CouponLives.KINDS;
            assertThat(coupon.state()).as("%s after %s", coupon, ledger).isEqualTo(CouponLives.end(kind));
            assertThat(withoutExtensions(ledger)).isEqualTo(CouponLives.ledger(kind));
            LedgerReplay.assertExplains(ledger, coupon);
        }
    }

    /** A hold whose answer was lost is asked for again, which extends it. */
    private static List<EventType> withoutExtensions(List<CouponEvent> ledger) {
        List<EventType> types = new ArrayList<>();
        for (CouponEvent event : ledger) {
            boolean isExtension =
                    event.type() == EventType.HELD && !types.isEmpty() && types.get(types.size() - 1) == EventType.HELD;
            if (!isExtension) {
                types.add(event.type());
            }
        }
        return types;
    }

    private static void noneIsStuckBeyondItsHold(SqlDatabase at, List<CouponCode> codes) {
        Instant afterAllHolds = Instant.now().plus(Duration.ofHours(2));
        try (TestCoupons later = TestCoupons.open(at, () -> afterAllHolds)) {
            for (int i = CouponLives.KINDS - 1; i < COUPONS; i += CouponLives.KINDS) {
                RedemptionResult result =
                        later.change(OrderAttempt.of("z").redeem(codes.get(i).toString(), order("200.00")));
                assertThat(result.status()).isEqualTo(RedemptionStatus.REDEEMED);
            }
        }
    }
}
