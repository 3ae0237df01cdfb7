package com.couponengine.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.RedemptionStore;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Template;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** {@link RedemptionStore}: many coupons, each with eight operations that race, against {@link SequentialOracle}. */
public abstract class RedemptionOracleContract extends RedemptionContract {
    private static final int COUPONS = 1_000;
    private static final int OPERATIONS = 8;
    private static final int TOTAL = COUPONS * OPERATIONS;
    private static final int LIST_MAX = 5;

    @Test
    final void everyHistoryOfAThousandCouponsCanBeExplained() {
        long seed = Seed.printed("a thousand coupons");
        Template template = published(terms());
        List<Coupon> coupons = coupons(template);
        List<Instant> times = List.of(NOW, NOW.plusSeconds(60), EXPIRES);
        List<List<SequentialOracle.Step>> histories = new ArrayList<>();
        coupons.forEach(coupon -> histories.add(Collections.synchronizedList(new ArrayList<>())));

        AtomicInteger done = new AtomicInteger();
        Race.run(OPERATIONS, n -> {
            Random random = new Random(seed + n);
            for (int from = 0; from < COUPONS; ) {
                int to = Math.min(COUPONS, from + 1 + random.nextInt(LIST_MAX));
                List<Integer> order = new ArrayList<>();
                for (int i = from; i < to; i++) {
                    order.add(i);
                }
                Collections.shuffle(order, random);
                List<RedemptionCommand> commands =
                        order.stream().map(i -> command(random, coupons.get(i))).toList();
                List<RedemptionResult> results = run(commands);
                for (int i = 0; i < results.size(); i++) {
                    histories.get(order.get(i)).add(new SequentialOracle.Step(commands.get(i), results.get(i)));
                }
                // by what all have done: one thread may have run far ahead of the others
                int all = done.addAndGet(to - from);
                advance(times.get(all < TOTAL * 2 / 3 ? 0 : all < TOTAL * 5 / 6 ? 1 : 2));
                from = to;
            }
            return null;
        });

        Set<RedemptionStatus> seen = EnumSet.noneOf(RedemptionStatus.class);
        Set<CouponState> ends = EnumSet.noneOf(CouponState.class);
        for (int i = 0; i < COUPONS; i++) {
            Coupon last = stored(coupons.get(i));
            List<SequentialOracle.Step> history = histories.get(i);
            assertThat(history).hasSize(OPERATIONS);
            SequentialOracle.assertExplains(rules, template, coupons.get(i), history, times, last, ledger(last));
            LedgerReplay.assertExplains(ledger(last), last);
            history.forEach(step -> seen.add(step.answer().status()));
            ends.add(last.state());
        }
        assertThat(seen)
                .as("the operations met each other, with seed %d", seed)
                .contains(
                        RedemptionStatus.REDEEMED,
                        RedemptionStatus.HELD,
                        RedemptionStatus.RELEASED,
                        RedemptionStatus.REFUNDED,
                        RedemptionStatus.VOIDED,
                        RedemptionStatus.SWEPT,
                        RedemptionStatus.ALREADY_REDEEMED,
                        RedemptionStatus.HELD_BY_OTHER_ORDER,
                        RedemptionStatus.ATTEMPT_RELEASED,
                        RedemptionStatus.COUPON_EXPIRED,
                        RedemptionStatus.COUPON_VOIDED);
        assertThat(ends).containsAll(EnumSet.allOf(CouponState.class));
    }

    private synchronized void advance(Instant time) {
        if (clock.now().isBefore(time)) {
            clock.set(time);
        }
    }

    /** One for each user, of every table of the first data source. */
    private List<Coupon> coupons(Template template) {
        List<IssueRequest> requests = new ArrayList<>();
        for (int n = 1; n <= COUPONS; n++) {
            requests.add(request(template, user(n), "grab-1"));
        }
        return issue(template, requests).stream().map(answer -> answer.coupon()).toList();
    }

    private static RedemptionCommand command(Random random, Coupon coupon) {
        String order = random.nextBoolean() ? "A" : "B";
        int attempt = random.nextInt(5) == 0 ? 2 : 1;
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> redeem(coupon, order, attempt);
            case 3, 4, 5 -> hold(coupon, order, attempt, Duration.ofSeconds(1 + random.nextInt(90)));
            case 6, 7 -> confirm(coupon, order, attempt);
            case 8, 9 -> release(coupon, order, attempt, random.nextInt(4) == 0 ? ReleasePolicy.FORFEIT : null);
            case 10, 11 -> refund(coupon, order, "r" + random.nextInt(2), line("order", "10.00"));
            case 12 -> random.nextInt(3) == 0 ? voiding(coupon, "v") : sweep(coupon);
            default -> sweep(coupon);
        };
    }
}
