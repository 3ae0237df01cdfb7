package com.couponengine.core.contract;

import static com.couponengine.core.redemption.RedemptionStatus.ALREADY_REDEEMED;
import static com.couponengine.core.redemption.RedemptionStatus.HELD_BY_OTHER_ORDER;
import static com.couponengine.core.redemption.RedemptionStatus.RELEASED;
import static com.couponengine.core.redemption.RedemptionStatus.UNKNOWN_COUPON;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Allocation;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.Order;
import com.couponengine.core.discount.OrderLine;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.Decision;
import com.couponengine.core.redemption.LockedCoupon;
import com.couponengine.core.redemption.Redemption;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRule;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.RedemptionStore;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateChange;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@link RedemptionStore}: lists of commands, what the store does with a rule, and many threads at once. */
public abstract class RedemptionRaceContract extends RedemptionContract {

    /** What a rule is shown of a coupon and of an order's memory. */
    private LockedCoupon locked(Coupon coupon, String order) {
        AtomicReference<LockedCoupon> seen = new AtomicReference<>();
        repository().redemptions().change(List.of(confirm(coupon, order, 1)), (command, locked, now) -> {
            seen.set(locked);
            return new Decision(RedemptionResult.of(RedemptionStatus.NOT_HELD), null);
        });
        return seen.get();
    }

    @Test
    final void commandsOnOneCouponAreDecidedInTheirOrder() {
        Coupon coupon = granted(published(terms()));

        List<RedemptionResult> results = run(List.of(
                hold(coupon, "A", 1),
                redeem(coupon, "B", 1),
                release(coupon, "A", 1),
                redeem(coupon, "B", 1),
                redeem(coupon, "B", 1),
                redeem(coupon, "A", 2)));

        assertThat(results)
                .extracting(RedemptionResult::status)
                .containsExactly(
                        RedemptionStatus.HELD,
                        HELD_BY_OTHER_ORDER,
                        RELEASED,
                        RedemptionStatus.REDEEMED,
                        RedemptionStatus.REDEEMED,
                        ALREADY_REDEEMED);
        assertThat(results)
                .extracting(RedemptionResult::replay)
                .containsExactly(false, false, false, false, true, false);
        assertThat(results.get(0).coupon().state()).isEqualTo(CouponState.HELD);
        assertThat(results.get(4).coupon()).isEqualTo(stored(coupon));
        ledgerIs(coupon, EventType.HELD, EventType.RELEASED, EventType.REDEEMED);
    }

    @Test
    final void commandsOnManyCouponsHaveTheirOwnAnswers() {
        Template template = published(terms());
        List<RedemptionCommand> commands = new ArrayList<>();
        List<RedemptionStatus> expected = new ArrayList<>();
        List<Coupon> coupons = new ArrayList<>();
        for (int n = 0; n < 64; n++) { // a user of every table, on every data source
            long user = 64L * 3 + (n * 37) % 64;
            Coupon coupon = granted(template, user, "grab-1");
            coupons.add(coupon);
            switch (n % 4) {
                case 0 -> {
                    commands.add(redeem(coupon, "A", 1));
                    expected.add(RedemptionStatus.REDEEMED);
                }
                case 1 -> {
                    commands.add(hold(coupon, "A", 1));
                    expected.add(RedemptionStatus.HELD);
                }
                case 2 -> {
                    commands.add(new RedemptionCommand.Redeem(code(user), user, "A", 1, order("20.00")));
                    expected.add(UNKNOWN_COUPON);
                }
                default -> {
                    commands.add(voiding(coupon, "v"));
                    expected.add(RedemptionStatus.VOIDED);
                }
            }
        }

        List<RedemptionResult> results = run(commands);

        assertThat(results).extracting(RedemptionResult::status).isEqualTo(expected);
        for (int n = 0; n < 64; n++) {
            if (expected.get(n) != UNKNOWN_COUPON) {
                assertThat(results.get(n).coupon()).isEqualTo(stored(coupons.get(n)));
            }
        }
    }

    /** More than a database may take in one text. */
    @Test
    final void largeOrdersDoNotKeepEachOtherNorSmallOnesFromBeingRedeemed() {
        Template template = published(terms().discount(Discount.amountOff("50.00", "CNY")));
        String longId = "'".repeat(60);
        Order large = new Order(IntStream.range(0, 1_000)
                .mapToObj(line -> new OrderLine(longId + line, yuan("1.00"), Map.of()))
                .toList());
        List<RedemptionCommand> commands = new ArrayList<>();
        for (int n = 0; n < 140; n++) {
            Coupon coupon = granted(template, user(1 + n), "grab-1");
            Order order = n % 14 == 0 ? order("20.00") : large;
            commands.add(new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), "A", 1, order));
        }

        assertThat(run(commands))
                .allSatisfy(result -> assertThat(result.status()).isEqualTo(RedemptionStatus.REDEEMED))
                .noneMatch(RedemptionResult::replay);
        assertThat(run(commands))
                .allSatisfy(result -> assertThat(result.status()).isEqualTo(RedemptionStatus.REDEEMED))
                .allMatch(RedemptionResult::replay);
    }

    @Test
    final void theRuleIsShownWhatIsStoredAndTheRepositorysTime() {
        Template template = published(terms());
        Coupon coupon = granted(template);
        RedemptionResult released = done(release(coupon, "A", 1), RELEASED);
        RedemptionResult held = done(hold(coupon, "A", 2), RedemptionStatus.HELD);
        clock.set(NOW.plusMillis(1_234));
        AtomicReference<Instant> time = new AtomicReference<>();

        repository().redemptions().change(List.of(sweep(coupon)), (command, locked, now) -> {
            time.set(now);
            return new Decision(RedemptionResult.of(RedemptionStatus.NOTHING_TO_SWEEP), null);
        });

        assertThat(time.get()).isEqualTo(NOW.plusMillis(1_234));
        LockedCoupon locked = locked(coupon, "A");
        assertThat(locked.coupon()).isEqualTo(stored(coupon));
        assertThat(locked.template()).isEqualTo(template);
        assertThat(locked.redemptions()).containsExactlyInAnyOrder(memory(released), memory(held));
        voidAll(template);
        assertThat(locked(coupon, "A").template().voiding())
                .isEqualTo(template(template).voiding());
        change(template, new TemplateChange.Rename("renamed"));
        assertThat(locked(coupon, "A").coupon()).isEqualTo(stored(coupon));
    }

    @Test
    final void whatTheRuleDecidedIsWrittenToTheLastField() {
        Coupon coupon = granted(published(terms()));
        Currency kwd = Currency.getInstance("KWD");
        Allocation allocation = new Allocation(
                new Money(Long.MAX_VALUE / 2, kwd),
                List.of(
                        new Allocation.Share(
                                "l'\"\\%:,;|", new Money(Long.MAX_VALUE / 2, kwd), new Money(Long.MAX_VALUE / 2, kwd)),
                        new Allocation.Share("z".repeat(64), new Money(0, kwd), new Money(0, kwd))));
        Redemption memory = new Redemption(
                "o'\"\\%",
                10_000,
                Redemption.State.HELD,
                NOW.plusMillis(7),
                allocation,
                List.of(
                        new Redemption.Refund(
                                "r:1|", List.of(allocation.shares().get(0))),
                        new Redemption.Refund("R:1|", allocation.shares())),
                new Redemption.Place(Integer.MAX_VALUE, "g'\"\\%"));
        Coupon.Use use = new Coupon.Use("o'\"\\%", 10_000, NOW.plusMillis(7), allocation.discount());
        Coupon changed = coupon.with(CouponState.HELD, use);
        CouponEvent event = new CouponEvent(
                EventType.HELD,
                coupon.code(),
                coupon.userId(),
                coupon.templateId(),
                ZoneId.of("Asia/Kathmandu"),
                NOW.plusMillis(3),
                "o'\"\\%",
                10_000,
                allocation.discount(),
                new Money(0, kwd),
                "q'\"\\%",
                "谁 '\"\\% ✨",
                "为什么 '\"\\%\n✨");
        RedemptionResult answer = new RedemptionResult(RedemptionStatus.HELD, false, changed, memory, null);

        List<RedemptionResult> results = repository()
                .redemptions()
                .change(
                        List.of(hold(coupon, "o'\"\\%", 1)),
                        (command, locked, now) ->
                                new Decision(answer, new Decision.Change(changed, memory, List.of(event))));

        assertThat(results).containsExactly(answer);
        assertThat(stored(coupon)).isEqualTo(changed);
        assertThat(ledger(coupon)).containsExactly(event);
        assertThat(repository().coupons().ledgerOfOrder(coupon.userId(), "o'\"\\%"))
                .containsExactly(event);
        assertThat(drainEvents()).endsWith(event);
        assertThat(locked(coupon, "o'\"\\%").redemptions()).containsExactly(memory);
    }

    @Test
    final void aRuleThatThrowsMakesItsOwnCommandUnavailableAndNoOther() {
        Template template = published(terms());
        Coupon first = granted(template, user(1), "grab-1");
        Coupon second = granted(template, user(2), "grab-1");
        RedemptionRule failing = (command, locked, now) -> {
            if (command.equals(redeem(second, "B", 1))) {
                throw new IllegalStateException("the host's scope failed, as the test wants");
            }
            return rules.decide(command, locked, now);
        };

        List<RedemptionResult> results = repository()
                .redemptions()
                .change(
                        List.of(
                                redeem(first, "A", 1),
                                hold(second, "B", 1),
                                redeem(second, "B", 1),
                                release(second, "B", 1)),
                        failing);

        assertThat(results)
                .extracting(RedemptionResult::status)
                .containsExactly(
                        RedemptionStatus.REDEEMED, RedemptionStatus.HELD, RedemptionStatus.UNAVAILABLE, RELEASED);
        assertThat(results.get(2)).isEqualTo(RedemptionResult.of(RedemptionStatus.UNAVAILABLE));
        is(first, CouponState.REDEEMED);
        ledgerIs(second, EventType.HELD, EventType.RELEASED);
        done(redeem(second, "C", 1), RedemptionStatus.REDEEMED);
    }

    @Test
    final void ofManyOrdersRacingForOneCouponOneWins() { // B18, B20, B21, B24
        Coupon coupon = granted(published(terms()));

        List<RedemptionStatus> statuses =
                Race.run(n -> run(redeem(coupon, "order-" + n, 1)).status());

        assertThat(statuses.stream().filter(status -> status == RedemptionStatus.REDEEMED))
                .hasSize(1);
        assertThat(statuses).containsOnly(RedemptionStatus.REDEEMED, ALREADY_REDEEMED);
        assertThat(stored(coupon).use().orderId()).isEqualTo("order-" + statuses.indexOf(RedemptionStatus.REDEEMED));
        ledgerIs(coupon, EventType.REDEEMED);
    }

    @Test
    final void ofManyOrdersRacingForAHoldOneWins() {
        Coupon coupon = granted(published(terms()));

        List<RedemptionStatus> statuses =
                Race.run(n -> run(hold(coupon, "order-" + n, 1)).status());

        assertThat(statuses.stream().filter(status -> status == RedemptionStatus.HELD))
                .hasSize(1);
        assertThat(statuses).containsOnly(RedemptionStatus.HELD, HELD_BY_OTHER_ORDER);
        ledgerIs(coupon, EventType.HELD);
    }

    @Test
    final void oneOrderRacingWithItselfIsAnsweredOnce() {
        Coupon coupon = granted(published(terms()));

        List<RedemptionResult> results = Race.run(n -> run(redeem(coupon, "A", 1)));

        assertThat(results).allSatisfy(result -> {
            assertThat(result.status()).isEqualTo(RedemptionStatus.REDEEMED);
            assertThat(result.redemption()).isEqualTo(results.get(0).redemption());
        });
        assertThat(results.stream().filter(result -> !result.replay())).hasSize(1);
        ledgerIs(coupon, EventType.REDEEMED);
    }

    @Test
    final void aReleaseRacingWithItsRedeemLeavesTheCouponFree() {
        Template template = published(terms());
        List<Coupon> coupons = IntStream.range(0, Race.THREADS / 2)
                .mapToObj(n -> granted(template, user(n + 1), "grab-1"))
                .toList();

        Race.run(n -> {
            Coupon coupon = coupons.get(n / 2);
            return run(n % 2 == 0 ? redeem(coupon, "A", 1) : release(coupon, "A", 1));
        });

        assertThat(coupons).allSatisfy(coupon -> {
            is(coupon, CouponState.AVAILABLE);
            refused(redeem(coupon, "A", 1), RedemptionStatus.ATTEMPT_RELEASED);
        });
    }

    @Test
    final void listsThatNameTheSameCouponsInOtherOrdersDoNotBlockEachOther() {
        Template template = published(terms());
        List<Coupon> coupons = IntStream.range(0, 8)
                .mapToObj(n -> granted(template, user(n + 1), "grab-1"))
                .toList();

        List<List<RedemptionResult>> results = Race.run(n -> {
            List<RedemptionCommand> commands = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Coupon coupon = coupons.get(n % 2 == 0 ? (n + i) % 8 : (n + 8 - i) % 8);
                commands.add(redeem(coupon, "order-" + n, 1));
            }
            return run(commands);
        });

        assertThat(results.stream().flatMap(List::stream).map(RedemptionResult::status))
                .containsOnly(RedemptionStatus.REDEEMED, ALREADY_REDEEMED);
        assertThat(results.stream()
                        .flatMap(List::stream)
                        .filter(result -> result.status() == RedemptionStatus.REDEEMED))
                .hasSize(8);
    }

    @Test
    final void mixedOperationsRaceAndEveryHistoryCanBeExplained() {
        long seed = Seed.printed("mixed operations");
        Template template = published(terms());
        List<Coupon> coupons = IntStream.range(0, 30)
                .mapToObj(n -> granted(template, user(n + 1), "grab-1"))
                .toList();
        clock.set(EXPIRES.minus(Duration.ofMinutes(5)));

        Race.run(n -> {
            Random random = new Random(seed + n);
            for (int i = 0; i < 12; i++) {
                Coupon coupon = coupons.get(random.nextInt(coupons.size()));
                String order = "order-" + random.nextInt(3);
                int attempt = 1 + random.nextInt(2);
                run(
                        switch (random.nextInt(8)) {
                            case 0, 1 -> redeem(coupon, order, attempt);
                            case 2 -> hold(coupon, order, attempt, Duration.ofSeconds(1 + random.nextInt(90)));
                            case 3 -> confirm(coupon, order, attempt);
                            case 4 -> release(coupon, order, attempt);
                            case 5 -> refund(coupon, order, "r" + random.nextInt(3), line("order", "10.00"));
                            case 6 -> random.nextInt(6) == 0 ? voiding(coupon, "v") : sweep(coupon);
                            default -> sweep(coupon);
                        });
                if (n == 0) {
                    clock.advance(Duration.ofSeconds(20));
                }
            }
            return null;
        });

        clock.set(EXPIRES);
        for (Coupon coupon : coupons) {
            run(sweep(coupon));
            Coupon last = stored(coupon);
            LedgerReplay.assertExplains(ledger(coupon), last);
            List<Redemption> memories = locked(coupon, "order-0").redemptions();
            assertThat(memories.stream().filter(memory -> memory.state() == Redemption.State.REDEEMED))
                    .as("uses remembered of %s", last)
                    .hasSize(last.state() == CouponState.REDEEMED ? 1 : 0);
        }
    }
}
