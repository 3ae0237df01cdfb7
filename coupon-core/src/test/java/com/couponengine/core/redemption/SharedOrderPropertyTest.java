package com.couponengine.core.redemption;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.contract.Seed;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Allocation;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Order;
import com.couponengine.core.discount.OrderLine;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.LockedCoupon.OtherUse;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.TemplateState;
import com.couponengine.core.template.Validity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories of several coupons on one order: together they are allowed, and never take more than it costs. */
final class SharedOrderPropertyTest {
    private static final Instant NOW = Instant.parse("2030-03-15T10:00:00Z");
    private static final int HISTORIES = 2_000;
    private static final int STEPS = 30;
    private static final long USER = 64;

    private final RedemptionRules rules = new RedemptionRules(LineScope.WHOLE_ORDER);
    private final CouponCodes codes = new CouponCodes();

    /** A coupon with what is remembered of it. */
    private static final class Owned {
        final Template template;
        final List<Redemption> memory = new ArrayList<>();
        Coupon coupon;

        Owned(Template template, Coupon coupon) {
            this.template = template;
            this.coupon = coupon;
        }

        /** A hold of an attempt that a later one has superseded lasts, but can never become a use. */
        boolean isOnOrder(Instant now) {
            Coupon.Use use = coupon.use();
            boolean isHeld = coupon.isHeldAt(now)
                    && memory.stream()
                            .noneMatch(known -> known.attempt()
                                    > Objects.requireNonNull(use).attempt());
            return coupon.state() == CouponState.REDEEMED || isHeld;
        }

        Redemption use() {
            Coupon.Use use = Objects.requireNonNull(coupon.use());
            return memory.stream()
                    .filter(known -> use.isBy(known.orderId(), known.attempt()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"JPY", "CNY", "KWD"})
    void theCouponsOfAnOrderNeverTakeMoreThanItCosts(String currency) {
        Random random = new Random(Seed.printed("shared orders in " + currency));
        for (int i = 0; i < HISTORIES; i++) {
            boolean orderChanges = random.nextBoolean();
            List<Owned> all = new ArrayList<>();
            for (int n = 2 + random.nextInt(4); n > 0; n--) {
                all.add(owned(random, currency, n));
            }
            Order order = order(random, currency);
            Instant now = NOW;
            List<String> history = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                now = now.plusSeconds(random.nextInt(20));
                order = orderChanges && random.nextInt(4) == 0 ? order(random, currency) : order;
                Owned one = all.get(random.nextInt(all.size()));
                RedemptionCommand.OfOrder command = command(random, one.coupon, order);
                RedemptionResult result = apply(one, all, command, now);
                history.add(now + " " + command + " -> " + result.status() + " " + one.memory);
                check(all, command, result, order, orderChanges, now, history);
            }
        }
    }

    private RedemptionResult apply(Owned one, List<Owned> all, RedemptionCommand.OfOrder command, Instant now) {
        List<OtherUse> others = all.stream()
                .filter(other -> other != one)
                .flatMap(other -> other.memory.stream().map(known -> new OtherUse(other.coupon.code(), known)))
                .toList();
        Decision decision = rules.decide(command, new LockedCoupon(one.coupon, one.template, one.memory, others), now);
        Decision.Change change = decision.change();
        if (change != null) {
            one.coupon = change.coupon();
            Redemption memory = change.redemption();
            if (memory != null) {
                one.memory.removeIf(old -> old.attempt() == memory.attempt());
                one.memory.add(memory);
            }
        }
        return decision.result();
    }

    private static void check(
            List<Owned> all,
            RedemptionCommand.OfOrder command,
            RedemptionResult result,
            Order order,
            boolean orderChanges,
            Instant now,
            List<String> history) {
        List<Owned> present = all.stream().filter(one -> one.isOnOrder(now)).toList();
        if (present.size() > 1) {
            assertThat(present.stream()
                            .map(one -> String.valueOf(one.template.spec().stackingGroup()))
                            .distinct())
                    .as("%s", history)
                    .containsExactly("g");
        }
        TreeSet<Integer> places = new TreeSet<>();
        all.stream()
                .flatMap(one -> one.memory.stream())
                .filter(known -> known.place() != null)
                .forEach(known -> assertThat(places.add(known.place().number()))
                        .as("places are unique")
                        .isTrue());
        boolean isPriced = result.isDone()
                && !result.replay()
                && (command instanceof RedemptionCommand.Redeem || command instanceof RedemptionCommand.Hold);
        if (!orderChanges || isPriced) {
            Map<String, Long> off = new HashMap<>();
            for (Owned one : present) {
                Redemption use = one.use();
                for (Allocation.Share share : use.allocation().shares()) {
                    long left = share.discount().minorUnits()
                            - use.refunds().stream()
                                    .flatMap(refund -> refund.lines().stream())
                                    .filter(part -> part.lineId().equals(share.lineId()))
                                    .mapToLong(part -> part.discount().minorUnits())
                                    .sum();
                    off.merge(share.lineId(), left, Long::sum);
                }
            }
            for (OrderLine line : order.lines()) {
                assertThat(off.getOrDefault(line.id(), 0L))
                        .as("off %s after %s", line, history)
                        .isLessThanOrEqualTo(line.amount().minorUnits());
            }
        }
    }

    private Owned owned(Random random, String currency, int id) {
        Money some = Money.ofMinor(1 + random.nextInt(4_000), currency);
        Discount discount = switch (random.nextInt(3)) {
            case 0 -> new Discount.ThresholdAmountOff(some.plus(some), some);
            case 1 -> new Discount.AmountOff(some);
            default -> Discount.percentOff("0." + (10 + random.nextInt(89)), currency);
        };
        TemplateSpec.Builder spec = TemplateSpec.builder()
                .name("t")
                .discount(discount)
                .grabWindow(NOW.minusSeconds(60), NOW.plusSeconds(60))
                .validity(Validity.between(NOW.minusSeconds(60), NOW.plusSeconds(3_600)));
        if (random.nextInt(5) > 0) {
            spec.stackingGroup("g");
        }
        Template template = new Template(id, spec.build(), TemplateState.PUBLISHED, null);
        Coupon coupon = new Coupon(
                codes.next(USER),
                USER,
                id,
                1,
                "grab",
                CouponState.AVAILABLE,
                NOW,
                NOW.minusSeconds(60),
                NOW.plusSeconds(3_600),
                null);
        return new Owned(template, coupon);
    }

    private static Order order(Random random, String currency) {
        List<OrderLine> lines = new ArrayList<>();
        for (String id : List.of("a", "b", "c")) {
            if (id.equals("a") || random.nextInt(4) > 0) {
                lines.add(new OrderLine(id, Money.ofMinor(random.nextInt(4_000), currency)));
            }
        }
        return new Order(lines);
    }

    private static RedemptionCommand.OfOrder command(Random random, Coupon coupon, Order order) {
        OrderAttempt attempt = OrderAttempt.of("A").number(1 + random.nextInt(3));
        String code = coupon.code().toString();
        return switch (random.nextInt(7)) {
            case 0, 1 -> attempt.redeem(code, order);
            case 2, 3 -> attempt.hold(code, order, Duration.ofSeconds(1 + random.nextInt(60)));
            case 4 -> attempt.confirm(code);
            case 5 -> attempt.release(code);
            default ->
                attempt.refund(
                        code,
                        "r" + random.nextInt(3),
                        List.of(new RedemptionCommand.Refund.Line(
                                "a",
                                Money.ofMinor(
                                        1 + random.nextInt(1_000),
                                        order.currency().getCurrencyCode()))));
        };
    }
}
