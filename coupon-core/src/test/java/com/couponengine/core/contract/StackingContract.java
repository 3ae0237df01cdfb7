package com.couponengine.core.contract;

import static com.couponengine.core.redemption.RedemptionStatus.BELOW_MIN_SPEND;
import static com.couponengine.core.redemption.RedemptionStatus.HELD;
import static com.couponengine.core.redemption.RedemptionStatus.NOTHING_ELIGIBLE;
import static com.couponengine.core.redemption.RedemptionStatus.NOT_COMBINABLE;
import static com.couponengine.core.redemption.RedemptionStatus.NOT_TOGETHER;
import static com.couponengine.core.redemption.RedemptionStatus.ORDER_CHANGED;
import static com.couponengine.core.redemption.RedemptionStatus.REDEEMED;
import static com.couponengine.core.redemption.RedemptionStatus.REFUNDED;
import static com.couponengine.core.redemption.RedemptionStatus.RELEASED;
import static com.couponengine.core.redemption.RedemptionStatus.UNKNOWN_COUPON;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Allocation;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.Order;
import com.couponengine.core.discount.OrderLine;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.OrderAttempt;
import com.couponengine.core.redemption.Redemption;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.RedemptionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link RedemptionStore}: several coupons on one order. */
public abstract class StackingContract extends RedemptionContract {
    private static final Order HUNDRED =
            new Order(List.of(new OrderLine("a", yuan("60.00")), new OrderLine("b", yuan("40.00"))));

    private int grabs;

    private Coupon coupon(Discount discount, String group) {
        return granted(published(terms().discount(discount).stackingGroup(group)), user(1), "grab-" + ++grabs);
    }

    private Coupon exclusive() {
        return granted(published(terms()), user(1), "grab-" + ++grabs);
    }

    private Coupon tenOff() {
        return coupon(Discount.amountOff("10.00", "CNY"), "g");
    }

    private static RedemptionCommand redeem(Coupon coupon, String orderId, Order order) {
        return new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), orderId, 1, order);
    }

    private static RedemptionCommand hold(Coupon coupon, String orderId, Order order) {
        return new RedemptionCommand.Hold(coupon.code(), coupon.userId(), orderId, 1, order, TEN_MINUTES);
    }

    @Test
    final void anOrderTakesOneCouponUnlessTheTermsAllowMore() {
        Coupon first = exclusive();
        Coupon second = exclusive();
        Coupon stackable = tenOff();
        done(redeem(first, "A", 1), REDEEMED);

        refused(redeem(second, "A", 1), NOT_COMBINABLE);
        refused(hold(second, "A", 1), NOT_COMBINABLE);
        refused(redeem(stackable, "A", 1), NOT_COMBINABLE);
        refused(redeem(second, "A", 2), NOT_COMBINABLE); // the attempts are the coupon's, the order is one
        refused(
                new RedemptionCommand.Redeem(second.code(), null, "A", 1, order("20.00")),
                NOT_COMBINABLE); // by code alone
        done(redeem(second, "B", 1), REDEEMED);
        done(redeem(stackable, "C", 1), REDEEMED);
    }

    @Test
    final void onlyCouponsOfTheSameGroupShareAnOrder() {
        Coupon first = tenOff();
        Coupon second = tenOff();
        Coupon other = coupon(Discount.amountOff("1.00", "CNY"), "G");
        Coupon alone = exclusive();
        done(redeem(first, "A", HUNDRED), REDEEMED);

        refused(redeem(other, "A", HUNDRED), NOT_COMBINABLE);
        refused(redeem(alone, "A", HUNDRED), NOT_COMBINABLE);
        done(redeem(second, "A", HUNDRED), REDEEMED);
    }

    @Test
    final void ordersOfDifferentUsersAreDifferentOrders() {
        Coupon mine = exclusive();
        Coupon yours = granted(published(terms()), user(2), "grab-1");
        done(redeem(mine, "A", 1), REDEEMED);
        done(redeem(yours, "A", 1), REDEEMED);
    }

    @Test
    final void everyCouponIsPricedOnWhatTheOthersLeave() {
        Coupon threshold = coupon(Discount.threshold("100.00", "20.00", "CNY"), "g");
        Coupon percent = coupon(Discount.percentOff("0.9", "CNY"), "g");
        Coupon tooDear = coupon(Discount.threshold("72.01", "30.00", "CNY"), "g");
        Coupon rest = coupon(Discount.amountOff("500.00", "CNY"), "g");
        Coupon late = tenOff();

        assertThat(done(redeem(threshold, "A", HUNDRED), REDEEMED).discount()).isEqualTo(yuan("20.00"));
        RedemptionResult second = done(redeem(percent, "A", HUNDRED), REDEEMED);
        RedemptionResult third = refused(redeem(tooDear, "A", HUNDRED), BELOW_MIN_SPEND);
        RedemptionResult fourth = done(redeem(rest, "A", HUNDRED), REDEEMED);

        assertThat(memory(second).allocation())
                .isEqualTo(new Allocation(
                        yuan("8.00"),
                        List.of(
                                new Allocation.Share("a", yuan("48.00"), yuan("4.80")),
                                new Allocation.Share("b", yuan("32.00"), yuan("3.20")))));
        assertThat(third.shortBy()).isEqualTo(yuan("0.01"));
        assertThat(fourth.discount()).isEqualTo(yuan("72.00"));
        assertThat(memory(fourth).allocation().paid()).isEqualTo(yuan("0.00"));
        refused(redeem(late, "A", HUNDRED), NOTHING_ELIGIBLE);
    }

    @Test
    final void inOneListTheCouponsOfAnOrderSeeEachOther() {
        Coupon first = coupon(Discount.percentOff("0.9", "CNY"), "g");
        Coupon second = coupon(Discount.percentOff("0.9", "CNY"), "g");
        Coupon alone = exclusive();

        List<RedemptionResult> results = run(List.of(
                redeem(first, "A", HUNDRED),
                redeem(second, "A", HUNDRED),
                redeem(alone, "A", HUNDRED),
                release(first, "A", 1),
                release(second, "A", 1),
                redeem(alone, "A", HUNDRED)));

        assertThat(results)
                .extracting(RedemptionResult::status)
                .containsExactly(REDEEMED, REDEEMED, NOT_COMBINABLE, RELEASED, RELEASED, REDEEMED);
        assertThat(results.get(1).discount()).isEqualTo(yuan("9.00"));
    }

    private List<RedemptionResult> together(RedemptionCommand... commands) {
        return repository().redemptions().changeTogether(List.of(commands), rules);
    }

    @Test
    final void togetherMeansAllOrNone() {
        Coupon first = coupon(Discount.percentOff("0.9", "CNY"), "g");
        Coupon second = coupon(Discount.percentOff("0.9", "CNY"), "g");
        Coupon alone = exclusive();
        long before = drainEvents().size();

        List<RedemptionResult> none =
                together(redeem(first, "A", HUNDRED), redeem(second, "A", HUNDRED), redeem(alone, "A", HUNDRED));

        assertThat(before).isEqualTo(3);
        assertThat(none.get(0)).isEqualTo(RedemptionResult.of(NOT_TOGETHER));
        assertThat(none.get(1)).isEqualTo(RedemptionResult.of(NOT_TOGETHER));
        assertThat(none.get(2).status()).isEqualTo(NOT_COMBINABLE);
        assertThat(List.of(stored(first), stored(second), stored(alone))).containsExactly(first, second, alone);
        ledgerIs(first);
        assertThat(drainEvents()).isEmpty();

        List<RedemptionResult> all = together(redeem(first, "A", HUNDRED), redeem(second, "A", HUNDRED));
        assertThat(all).extracting(RedemptionResult::status).containsExactly(REDEEMED, REDEEMED);
        assertThat(all).extracting(result -> result.discount().toString()).containsExactly("10.00 CNY", "9.00 CNY");
        assertThat(drainEvents()).hasSize(2);
        List<RedemptionResult> again = together(redeem(first, "A", HUNDRED), redeem(second, "A", HUNDRED));
        assertThat(again).allMatch(RedemptionResult::replay);
        assertThat(again)
                .extracting(RedemptionResult::redemption)
                .containsExactly(all.get(0).redemption(), all.get(1).redemption());
    }

    @Test
    final void whatWasDoneBeforeStaysDoneWhenTheRestCannotJoin() {
        Coupon first = tenOff();
        Coupon second = tenOff();
        Coupon unknown = new Coupon(code(user(1)), user(1), 1, 1, "r", CouponState.AVAILABLE, NOW, NOW, EXPIRES, null);
        RedemptionResult done = done(redeem(first, "A", HUNDRED), REDEEMED);

        List<RedemptionResult> results =
                together(redeem(first, "A", HUNDRED), redeem(second, "A", HUNDRED), redeem(unknown, "A", HUNDRED));

        assertThat(results)
                .extracting(RedemptionResult::status)
                .containsExactly(REDEEMED, NOT_TOGETHER, UNKNOWN_COUPON);
        assertThat(results.get(0).redemption()).isEqualTo(done.redemption());
        is(first, CouponState.REDEEMED);
        is(second, CouponState.AVAILABLE);
    }

    @Test
    final void aRepeatGetsTheFirstAnswerWhateverJoinedTheOrderSince() {
        Coupon first = coupon(Discount.percentOff("0.9", "CNY"), "g");
        Coupon second = coupon(Discount.percentOff("0.9", "CNY"), "g");
        RedemptionResult held = done(hold(first, "A", HUNDRED), HELD);
        RedemptionResult joined = done(hold(second, "A", HUNDRED), HELD);
        assertThat(joined.discount()).isEqualTo(yuan("9.00"));

        repeated(hold(first, "A", HUNDRED), held);
        repeated(hold(second, "A", HUNDRED), joined);
        assertThat(done(confirm(second, "A", 1), REDEEMED).discount()).isEqualTo(yuan("9.00"));
        repeated(hold(first, "A", HUNDRED), held);
        assertThat(done(redeem(first, "A", HUNDRED), REDEEMED).discount()).isEqualTo(yuan("10.00"));
    }

    @Test
    final void aReleasedCouponMakesRoomForAnother() {
        Coupon first = exclusive();
        Coupon second = exclusive();
        done(hold(first, "A", 1), HELD);
        refused(redeem(second, "A", 1), NOT_COMBINABLE);
        done(release(first, "A", 1), RELEASED);
        done(redeem(second, "A", 1), REDEEMED);
        refused(hold(first, "A", 2), NOT_COMBINABLE);
        done(release(second, "A", 1), RELEASED);
        done(redeem(first, "A", 2), REDEEMED);
    }

    @Test
    final void aLapsedHoldMakesRoomAndCannotBeConfirmedThen() {
        Coupon first = exclusive();
        Coupon second = exclusive();
        done(hold(first, "A", 1), HELD);
        clock.advance(TEN_MINUTES.minus(ONE_MILLI));
        refused(redeem(second, "A", 1), NOT_COMBINABLE);
        clock.advance(ONE_MILLI);
        done(hold(second, "A", 1), HELD);

        refused(confirm(first, "A", 1), NOT_COMBINABLE);
        clock.advance(TEN_MINUTES);
        done(confirm(first, "A", 1), REDEEMED);
        refused(confirm(second, "A", 1), NOT_COMBINABLE);
    }

    @Test
    final void aLapsedHoldIsNotConfirmedAtAPriceThatOthersDoNotKnow() {
        Coupon first = coupon(Discount.amountOff("80.00", "CNY"), "g");
        Coupon second = coupon(Discount.amountOff("90.00", "CNY"), "g");
        done(hold(first, "A", HUNDRED), HELD);
        clock.advance(TEN_MINUTES.plus(Duration.ofSeconds(1)));
        assertThat(done(redeem(second, "A", HUNDRED), REDEEMED).discount()).isEqualTo(yuan("90.00"));

        refused(confirm(first, "A", 1), NOT_COMBINABLE);
        assertThat(done(redeem(first, "A", HUNDRED), REDEEMED).discount()).isEqualTo(yuan("10.00"));
    }

    @Test
    final void anOrderThatHasShrunkBelowWhatItsCouponsTakeIsRefused() {
        Coupon first = coupon(Discount.amountOff("60.00", "CNY"), "g");
        Coupon second = coupon(Discount.amountOff("30.00", "CNY"), "g");
        done(hold(first, "A", HUNDRED), HELD);
        done(hold(second, "A", HUNDRED), HELD);

        Order onlyA = new Order(List.of(new OrderLine("a", yuan("60.00"))));
        refused(hold(second, "A", onlyA), ORDER_CHANGED);
        refused(hold(first, "A", onlyA), ORDER_CHANGED);
        Order smaller = new Order(List.of(new OrderLine("a", yuan("45.00")), new OrderLine("b", yuan("30.00"))));
        assertThat(done(redeem(first, "A", smaller), REDEEMED).discount()).isEqualTo(yuan("45.00"));
        assertThat(done(confirm(second, "A", 1), REDEEMED).discount()).isEqualTo(yuan("30.00"));
    }

    @Test
    final void anOrderThatHasChangedIsHeldAnewWithTheNextAttempt() {
        Coupon first = coupon(Discount.percentOff("0.9", "CNY"), "g");
        Coupon second = coupon(Discount.percentOff("0.9", "CNY"), "g");
        together(hold(first, "A", HUNDRED), hold(second, "A", HUNDRED));
        Order smaller = order("50.00");
        refused(hold(first, "A", smaller), ORDER_CHANGED);
        OrderAttempt next = OrderAttempt.of("A").number(2);

        List<RedemptionResult> results = together(
                release(first, "A", 1),
                release(second, "A", 1),
                next.hold(first.code().toString(), smaller, TEN_MINUTES),
                next.hold(second.code().toString(), smaller, TEN_MINUTES));

        assertThat(results).extracting(RedemptionResult::status).containsExactly(RELEASED, RELEASED, HELD, HELD);
        assertThat(results.get(2).discount()).isEqualTo(yuan("5.00"));
        assertThat(results.get(3).discount()).isEqualTo(yuan("4.50"));
    }

    @Test
    final void twoHoldsThatLapseInTurnAreNotBothConfirmed() {
        Coupon first = coupon(Discount.amountOff("80.00", "CNY"), "g");
        Coupon second = coupon(Discount.amountOff("80.00", "CNY"), "g");
        done(hold(first, "A", HUNDRED), HELD);
        clock.advance(TEN_MINUTES);
        assertThat(done(hold(second, "A", HUNDRED), HELD).discount()).isEqualTo(yuan("80.00"));
        clock.advance(TEN_MINUTES);
        done(confirm(first, "A", 1), REDEEMED);

        refused(confirm(second, "A", 1), NOT_COMBINABLE);
        assertThat(done(redeem(second, "A", HUNDRED), REDEEMED).discount()).isEqualTo(yuan("20.00"));
    }

    @Test
    final void refundsOfTwoCouponsAddUpToWhatWasPaid() {
        Coupon first = coupon(Discount.percentOff("0.9", "CNY"), "g");
        Coupon second = coupon(Discount.amountOff("9.00", "CNY"), "g");
        done(redeem(first, "A", HUNDRED), REDEEMED);
        Allocation last = memory(done(redeem(second, "A", HUNDRED), REDEEMED)).allocation();
        assertThat(last.paid()).isEqualTo(yuan("81.00"));

        Money paidBack = yuan("0.00");
        for (String part : List.of("20.01", "19.99")) {
            Redemption.Refund of = lastRefund(done(refund(first, "A", "r" + part, line("a", part)), REFUNDED));
            Redemption.Refund then = lastRefund(done(
                    refund(second, "A", "r" + part, new RedemptionCommand.Refund.Line("a", of.paidBack())), REFUNDED));
            paidBack = paidBack.plus(then.paidBack());
        }
        Redemption.Refund rest =
                lastRefund(done(refund(first, "A", "r3", line("a", "20.00"), line("b", "40.00")), REFUNDED));
        List<RedemptionCommand.Refund.Line> lines = rest.lines().stream()
                .map(share -> new RedemptionCommand.Refund.Line(
                        share.lineId(), share.amount().minus(share.discount())))
                .toList();
        Redemption.Refund end = lastRefund(
                done(refund(second, "A", "r3", lines.toArray(RedemptionCommand.Refund.Line[]::new)), REFUNDED));

        assertThat(paidBack.plus(end.paidBack())).isEqualTo(yuan("81.00"));
        is(first, CouponState.AVAILABLE);
        is(second, CouponState.AVAILABLE);
    }

    private static Redemption.Refund lastRefund(RedemptionResult result) {
        List<Redemption.Refund> refunds = memory(result).refunds();
        return refunds.get(refunds.size() - 1);
    }

    @Test
    final void ofManyExclusiveCouponsRacingForOneOrderOneWins() { // B20, B21, B24
        List<Coupon> coupons = new ArrayList<>();
        for (int n = 0; n < Race.THREADS; n++) {
            coupons.add(exclusive());
        }

        List<RedemptionStatus> statuses =
                Race.run(n -> run(n % 2 == 0 ? redeem(coupons.get(n), "A", 1) : hold(coupons.get(n), "A", 1))
                        .status());

        assertThat(statuses.stream().filter(status -> status != NOT_COMBINABLE)).hasSize(1);
        assertThat(statuses).containsAnyOf(REDEEMED, HELD);
    }

    @Test
    final void manyCouponsRacingForOneOrderNeverTakeMoreThanItCosts() {
        List<Coupon> coupons = new ArrayList<>();
        for (int n = 0; n < Race.THREADS; n++) {
            coupons.add(tenOff());
        }

        List<RedemptionResult> results = Race.run(n -> {
            RedemptionResult result;
            do {
                result = run(redeem(coupons.get(n), "A", HUNDRED));
            } while (result.status() == RedemptionStatus.UNAVAILABLE); // too many took the next place before it
            return result;
        });

        List<RedemptionResult> used =
                results.stream().filter(RedemptionResult::isDone).toList();
        assertThat(used.stream().map(RedemptionResult::discount).reduce(yuan("0.00"), Money::plus))
                .isEqualTo(yuan("100.00"));
        assertThat(results).extracting(RedemptionResult::status).containsOnly(REDEEMED, NOTHING_ELIGIBLE);
        assertThat(used.stream().map(result -> memory(result).place().number()))
                .containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    }

    @Test
    final void aConfirmationAtItsDeadlineRacingWithAnotherCouponLeavesOneOfThem() {
        for (int round = 0; round < 4; round++) {
            String order = "order-" + round;
            Coupon first = exclusive();
            Coupon second = exclusive();
            done(hold(first, order, 1), HELD);
            clock.advance(TEN_MINUTES.minus(ONE_MILLI));

            List<RedemptionStatus> statuses = Race.run(n -> {
                if (n == Race.THREADS / 2) {
                    clock.advance(ONE_MILLI);
                }
                return run(n % 2 == 0 ? confirm(first, order, 1) : redeem(second, order, 1))
                        .status();
            });

            assertThat(statuses).containsOnly(REDEEMED, NOT_COMBINABLE);
            assertThat(List.of(stored(first).state(), stored(second).state()))
                    .as("round %d", round)
                    .containsOnlyOnce(CouponState.REDEEMED);
        }
    }
}
