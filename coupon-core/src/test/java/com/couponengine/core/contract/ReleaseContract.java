package com.couponengine.core.contract;

import static com.couponengine.core.redemption.RedemptionStatus.ALREADY_REDEEMED;
import static com.couponengine.core.redemption.RedemptionStatus.ATTEMPT_RELEASED;
import static com.couponengine.core.redemption.RedemptionStatus.ATTEMPT_SUPERSEDED;
import static com.couponengine.core.redemption.RedemptionStatus.COUPON_EXPIRED;
import static com.couponengine.core.redemption.RedemptionStatus.COUPON_FORFEITED;
import static com.couponengine.core.redemption.RedemptionStatus.COUPON_VOIDED;
import static com.couponengine.core.redemption.RedemptionStatus.NOTHING_TO_SWEEP;
import static com.couponengine.core.redemption.RedemptionStatus.NOT_REDEEMED;
import static com.couponengine.core.redemption.RedemptionStatus.OTHER_CURRENCY;
import static com.couponengine.core.redemption.RedemptionStatus.REFUND_EXCEEDS_LINE;
import static com.couponengine.core.redemption.RedemptionStatus.REFUND_ID_REUSED;
import static com.couponengine.core.redemption.RedemptionStatus.UNKNOWN_LINE;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.Order;
import com.couponengine.core.discount.OrderLine;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.Redemption;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.RedemptionStore;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Template;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link RedemptionStore}: release, refund, voiding and the sweep. */
public abstract class ReleaseContract extends RedemptionContract {

    private Coupon coupon() {
        return granted(published(terms()));
    }

    private Coupon redeemed(ReleasePolicy policy) {
        Coupon coupon = granted(published(terms().releasePolicy(policy)));
        done(redeem(coupon, "A", 1), RedemptionStatus.REDEEMED);
        return coupon;
    }

    // --- release

    @Test
    final void aReleasedHoldFreesTheCoupon() {
        Coupon coupon = coupon();
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);

        RedemptionResult released = done(release(coupon, "A", 1), RedemptionStatus.RELEASED);

        assertThat(stored(coupon)).isEqualTo(coupon);
        assertThat(memory(released).state()).isEqualTo(Redemption.State.RELEASED);
        repeated(release(coupon, "A", 1), released);
        CouponEvent event = ledger(coupon).get(1);
        assertThat(event.type()).isEqualTo(EventType.RELEASED);
        assertThat(event.discount()).as("nothing had been given yet").isNull();
        done(redeem(coupon, "B", 1), RedemptionStatus.REDEEMED);
    }

    @Test
    final void aReleasedUseGivesTheCouponBack() { // B35, B37, B38, B43
        Coupon coupon = redeemed(ReleasePolicy.RETURN);

        RedemptionResult released = done(release(coupon, "A", 1), RedemptionStatus.RELEASED);

        assertThat(stored(coupon)).isEqualTo(coupon);
        assertThat(released.discount()).isEqualTo(yuan("5.00"));
        repeated(release(coupon, "A", 1), released);
        CouponEvent event = ledger(coupon).get(1);
        assertThat(event.type()).isEqualTo(EventType.RELEASED);
        assertThat(event.discount()).isEqualTo(yuan("5.00"));
        assertThat(event.orderId()).isEqualTo("A");
        done(redeem(coupon, "B", 1), RedemptionStatus.REDEEMED);
        repeated(release(coupon, "A", 1), released);
        is(coupon, CouponState.REDEEMED);
    }

    @Test
    final void aDelayedRepeatOfAReleasedRedeemUsesNothing() {
        Coupon coupon = redeemed(ReleasePolicy.RETURN);
        done(release(coupon, "A", 1), RedemptionStatus.RELEASED);

        refused(redeem(coupon, "A", 1), ATTEMPT_RELEASED);
        refused(hold(coupon, "A", 1), ATTEMPT_RELEASED);
        refused(confirm(coupon, "A", 1), ATTEMPT_RELEASED);
        is(coupon, CouponState.AVAILABLE);
    }

    @Test
    final void afterADeclinedCardTheOrderPaysWithItsNextAttempt() {
        Coupon coupon = coupon();
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        done(release(coupon, "A", 1), RedemptionStatus.RELEASED);
        done(hold(coupon, "A", 2), RedemptionStatus.HELD);
        done(confirm(coupon, "A", 2), RedemptionStatus.REDEEMED);
        refused(confirm(coupon, "A", 1), ATTEMPT_RELEASED);
        done(release(coupon, "A", 2), RedemptionStatus.RELEASED);
        done(redeem(coupon, "A", 3), RedemptionStatus.REDEEMED);
        assertThat(stored(coupon).use().attempt()).isEqualTo(3);
    }

    @Test
    final void anOrderThatIsRevivedAfterItsCouponWentElsewhereIsRefused() { // B26
        Coupon coupon = redeemed(ReleasePolicy.RETURN);
        done(release(coupon, "A", 1), RedemptionStatus.RELEASED);
        done(redeem(coupon, "B", 1), RedemptionStatus.REDEEMED);

        refused(redeem(coupon, "A", 1), ATTEMPT_RELEASED);
        refused(redeem(coupon, "A", 2), ALREADY_REDEEMED);
    }

    @Test
    final void aReleaseThatComesFirstMakesItsStepRefuse() {
        Coupon coupon = coupon();

        RedemptionResult released = done(release(coupon, "A", 1), RedemptionStatus.RELEASED);

        assertThat(ledger(coupon)).as("nothing became of the coupon").isEmpty();
        assertThat(stored(coupon)).isEqualTo(coupon);
        assertThat(released.discount()).isNull();
        repeated(release(coupon, "A", 1), released);
        refused(redeem(coupon, "A", 1), ATTEMPT_RELEASED);
        done(redeem(coupon, "A", 2), RedemptionStatus.REDEEMED);
    }

    @Test
    final void aReleaseOfALaterAttemptSupersedesTheEarlierOnes() {
        Coupon coupon = coupon();
        done(release(coupon, "A", 5), RedemptionStatus.RELEASED);

        refused(redeem(coupon, "A", 4), ATTEMPT_SUPERSEDED);
        done(redeem(coupon, "A", 6), RedemptionStatus.REDEEMED);
        done(release(coupon, "A", 4), RedemptionStatus.RELEASED);
        is(coupon, CouponState.REDEEMED);
    }

    @Test
    final void releasingALapsedHoldLeavesTheNextHolderAlone() {
        Coupon coupon = coupon();
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        clock.advance(TEN_MINUTES);
        done(hold(coupon, "B", 1), RedemptionStatus.HELD);

        RedemptionResult released = done(release(coupon, "A", 1), RedemptionStatus.RELEASED);

        assertThat(stored(coupon).use().orderId()).isEqualTo("B");
        repeated(release(coupon, "A", 1), released);
        done(confirm(coupon, "B", 1), RedemptionStatus.REDEEMED);
    }

    @Test
    final void aReturnedCouponThatIsPastItsEndComesBackExpired() { // B36
        Coupon coupon = redeemed(ReleasePolicy.RETURN);
        clock.set(EXPIRES.plusSeconds(600));

        RedemptionResult released = done(release(coupon, "A", 1), RedemptionStatus.RELEASED);

        is(coupon, CouponState.EXPIRED);
        ledgerIs(coupon, EventType.REDEEMED, EventType.RELEASED, EventType.EXPIRED);
        assertThat(ledger(coupon).get(1).at()).isEqualTo(EXPIRES.plusSeconds(600));
        assertThat(ledger(coupon).get(2).at())
                .as("its end, not the time of the release")
                .isEqualTo(EXPIRES);
        repeated(release(coupon, "A", 1), released);
        refused(redeem(coupon, "B", 1), COUPON_EXPIRED);
    }

    @ParameterizedTest
    @EnumSource(ReleasePolicy.class)
    final void thePolicyOfTheTemplateDecidesAtTheEndToTheMillisecond(ReleasePolicy policy) {
        Template template = published(terms().perUserLimit(2).stackingGroup("g").releasePolicy(policy));
        Coupon before = granted(template, user(1), "grab-1");
        Coupon after = granted(template, user(1), "grab-2");
        done(redeem(before, "A", 1), RedemptionStatus.REDEEMED);
        done(redeem(after, "A", 1), RedemptionStatus.REDEEMED);

        clock.set(EXPIRES.minus(ONE_MILLI));
        done(release(before, "A", 1), RedemptionStatus.RELEASED);
        clock.set(EXPIRES);
        done(release(after, "A", 1), RedemptionStatus.RELEASED);

        is(before, policy == ReleasePolicy.FORFEIT ? CouponState.FORFEITED : CouponState.AVAILABLE);
        is(after, policy == ReleasePolicy.RETURN ? CouponState.EXPIRED : CouponState.FORFEITED);
    }

    @Test
    final void theCallMayOverrideThePolicy() {
        Coupon lost = redeemed(ReleasePolicy.RETURN);
        RedemptionResult released = done(release(lost, "A", 1, ReleasePolicy.FORFEIT), RedemptionStatus.RELEASED);

        is(lost, CouponState.FORFEITED);
        repeated(release(lost, "A", 1, ReleasePolicy.RETURN), released);
        refused(redeem(lost, "B", 1), COUPON_FORFEITED);
        refused(hold(lost, "B", 1), COUPON_FORFEITED);
        refused(voiding(lost, "v"), COUPON_FORFEITED);
    }

    // --- refund

    /** Three lines of 100.00 at 10 % off. */
    private Coupon threeLines(ReleasePolicy policy) {
        Coupon coupon = granted(
                published(terms().discount(Discount.percentOff("0.9", "CNY")).releasePolicy(policy)));
        Order order = new Order(List.of(
                new OrderLine("x", yuan("100.00")),
                new OrderLine("y", yuan("100.00")),
                new OrderLine("z", yuan("100.00"))));
        done(new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), "A", 1, order), RedemptionStatus.REDEEMED);
        return coupon;
    }

    @Test
    final void refundedLinesComeOffAtWhatWasPaidForThem() { // B46
        Coupon coupon = threeLines(ReleasePolicy.RETURN);
        clock.advance(Duration.ofDays(1));
        RedemptionCommand refund = refund(coupon, "A", "r1", line("x", "100.00"), line("y", "100.00"));

        RedemptionResult result = done(refund, RedemptionStatus.REFUNDED);

        assertThat(memory(result).refund("r1").orElseThrow().paidBack()).isEqualTo(yuan("180.00"));
        is(coupon, CouponState.REDEEMED);
        CouponEvent event = ledger(coupon).get(1);
        assertThat(event.type()).isEqualTo(EventType.REFUNDED);
        assertThat(event.discount()).isEqualTo(yuan("20.00"));
        assertThat(event.paid()).isEqualTo(yuan("180.00"));
        assertThat(event.requestId()).isEqualTo("r1");
        assertThat(event.at()).isEqualTo(NOW.plus(Duration.ofDays(1)));
        repeated(refund, result);
        repeated(refund(coupon, "A", "r1", line("y", "100.00"), line("x", "100.00")), result);
    }

    @Test
    final void moreThanALineIsNeverRefunded() {
        Coupon coupon = threeLines(ReleasePolicy.RETURN);
        done(refund(coupon, "A", "r1", line("x", "60.00")), RedemptionStatus.REFUNDED);

        refused(refund(coupon, "A", "r2", line("x", "40.01")), REFUND_EXCEEDS_LINE);
        refused(refund(coupon, "A", "r2", line("y", "10.00"), line("x", "40.01")), REFUND_EXCEEDS_LINE);
        refused(refund(coupon, "A", "r2", line("w", "1.00")), UNKNOWN_LINE);
        refused(refund(coupon, "A", "r1", line("x", "40.00")), REFUND_ID_REUSED);
        refused(refund(coupon, "A", "r1", line("x", "60.00"), line("y", "1.00")), REFUND_ID_REUSED);
        refused(
                refund(coupon, "A", "r2", new RedemptionCommand.Refund.Line("x", Money.of("1", "JPY"))),
                OTHER_CURRENCY);
        RedemptionResult rest = done(refund(coupon, "A", "r2", line("x", "40.00")), RedemptionStatus.REFUNDED);
        assertThat(memory(rest).refunds())
                .extracting(Redemption.Refund::refundId)
                .containsExactly("r1", "r2");
        refused(refund(coupon, "A", "r3", line("x", "0.01")), REFUND_EXCEEDS_LINE);
    }

    @Test
    final void refundingTheLastLineIsAReleaseByPolicy() {
        Coupon coupon = threeLines(ReleasePolicy.RETURN);
        done(refund(coupon, "A", "r1", line("x", "100.00"), line("y", "100.00")), RedemptionStatus.REFUNDED);
        RedemptionCommand last = refund(coupon, "A", "r2", line("z", "100.00"));

        RedemptionResult result = done(last, RedemptionStatus.REFUNDED);

        is(coupon, CouponState.AVAILABLE);
        assertThat(memory(result).state()).isEqualTo(Redemption.State.RELEASED);
        ledgerIs(coupon, EventType.REDEEMED, EventType.REFUNDED, EventType.REFUNDED, EventType.RELEASED);
        assertThat(ledger(coupon).get(3).discount())
                .as("what the refunds have not taken back already")
                .isEqualTo(yuan("0.00"));
        repeated(last, result);
        refused(refund(coupon, "A", "r3", line("z", "1.00")), ATTEMPT_RELEASED);
        done(redeem(coupon, "B", 1), RedemptionStatus.REDEEMED);

        Coupon lost = granted(published(terms().releasePolicy(ReleasePolicy.FORFEIT)), user(2), "grab-2");
        done(redeem(lost, "A", 1), RedemptionStatus.REDEEMED);
        done(refund(lost, "A", "r1", line(Order.WHOLE, "20.00")), RedemptionStatus.REFUNDED);
        is(lost, CouponState.FORFEITED);
    }

    @Test
    final void aReleaseAfterRefundsTakesBackWhatIsLeft() {
        Coupon coupon = threeLines(ReleasePolicy.RETURN);
        done(refund(coupon, "A", "r1", line("x", "100.00")), RedemptionStatus.REFUNDED);

        done(release(coupon, "A", 1), RedemptionStatus.RELEASED);

        assertThat(ledger(coupon).get(2).discount()).isEqualTo(yuan("20.00"));
        is(coupon, CouponState.AVAILABLE);
    }

    @Test
    final void onlyWhatWasRedeemedCanBeRefunded() {
        Coupon coupon = coupon();
        refused(refund(coupon, "A", "r1", line(Order.WHOLE, "1.00")), NOT_REDEEMED);
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        refused(refund(coupon, "A", "r1", line(Order.WHOLE, "1.00")), NOT_REDEEMED);
        done(confirm(coupon, "A", 1), RedemptionStatus.REDEEMED);
        refused(refund(coupon, "B", "r1", line(Order.WHOLE, "1.00")), NOT_REDEEMED);
        done(refund(coupon, "A", "r1", line(Order.WHOLE, "1.00")), RedemptionStatus.REFUNDED);
        done(release(coupon, "A", 1), RedemptionStatus.RELEASED);
        refused(refund(coupon, "A", "r2", line(Order.WHOLE, "1.00")), ATTEMPT_RELEASED);
    }

    @Test
    final void aRefundOutlivesTheCouponsEnd() {
        Coupon coupon = threeLines(ReleasePolicy.RETURN);
        clock.set(EXPIRES.plus(Duration.ofDays(90)));

        done(refund(coupon, "A", "r1", line("x", "100.00")), RedemptionStatus.REFUNDED);
        done(refund(coupon, "A", "r2", line("y", "100.00"), line("z", "100.00")), RedemptionStatus.REFUNDED);

        is(coupon, CouponState.EXPIRED);
    }

    // --- void

    @Test
    final void aVoidedCouponIsLostWithWhoAndWhy() {
        Coupon coupon = coupon();
        clock.advance(Duration.ofSeconds(9));
        String by = "客".repeat(58) + " O'\"\\%"; // as long as it may be
        RedemptionCommand act = new RedemptionCommand.VoidCoupon(coupon.code(), by, "发错人 '\"\\%", "void-1");

        RedemptionResult result = done(act, RedemptionStatus.VOIDED);

        is(coupon, CouponState.VOIDED);
        CouponEvent event = ledger(coupon).get(0);
        assertThat(event.type()).isEqualTo(EventType.VOIDED);
        assertThat(event.at()).isEqualTo(NOW.plusSeconds(9));
        assertThat(event.by()).isEqualTo(by);
        assertThat(event.reason()).isEqualTo("发错人 '\"\\%");
        assertThat(event.requestId()).isEqualTo("void-1");
        repeated(act, result);
        refused(redeem(coupon, "A", 1), COUPON_VOIDED);
        refused(hold(coupon, "A", 1), COUPON_VOIDED);
        clock.set(EXPIRES);
        repeated(voiding(coupon, "void-2"), result);
        refused(sweep(coupon), NOTHING_TO_SWEEP);
    }

    @Test
    final void aHeldCouponMayBeVoidedAndItsOrderIsToldSo() {
        Coupon coupon = coupon();
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);

        done(voiding(coupon, "void-1"), RedemptionStatus.VOIDED);

        refused(confirm(coupon, "A", 1), COUPON_VOIDED);
        done(release(coupon, "A", 1), RedemptionStatus.RELEASED);
        is(coupon, CouponState.VOIDED);
        ledgerIs(coupon, EventType.HELD, EventType.VOIDED);
    }

    @Test
    final void whatIsUsedOrOverCannotBeVoided() {
        Coupon used = redeemed(ReleasePolicy.RETURN);
        refused(voiding(used, "void-1"), ALREADY_REDEEMED);

        Coupon over = granted(published(terms()), user(2), "grab-2");
        clock.set(EXPIRES.minus(ONE_MILLI));
        clock.set(EXPIRES);
        refused(voiding(over, "void-1"), COUPON_EXPIRED);
        done(sweep(over), RedemptionStatus.SWEPT);
        refused(voiding(over, "void-1"), COUPON_EXPIRED);
    }

    @Test
    final void aReturnedCouponMayBeVoided() {
        Coupon coupon = redeemed(ReleasePolicy.RETURN);
        done(release(coupon, "A", 1), RedemptionStatus.RELEASED);
        done(voiding(coupon, "void-1"), RedemptionStatus.VOIDED);
        refused(redeem(coupon, "A", 2), COUPON_VOIDED);
    }

    // --- sweep

    @Test
    final void theSweepWritesAnEndDownWithTheEndsOwnTime() {
        Coupon coupon = coupon();
        clock.set(EXPIRES.minus(ONE_MILLI));
        refused(sweep(coupon), NOTHING_TO_SWEEP);
        clock.set(EXPIRES.plus(Duration.ofHours(5)));

        done(sweep(coupon), RedemptionStatus.SWEPT);

        is(coupon, CouponState.EXPIRED);
        ledgerIs(coupon, EventType.EXPIRED);
        assertThat(ledger(coupon).get(0).at()).isEqualTo(EXPIRES);
        refused(sweep(coupon), NOTHING_TO_SWEEP);
    }

    @Test
    final void theSweepSeesACouponsEndToTheMillisecond() {
        Coupon coupon = coupon();
        clock.set(EXPIRES);
        done(sweep(coupon), RedemptionStatus.SWEPT);
    }

    @Test
    final void theSweepFreesALapsedHold() { // B41
        Coupon coupon = coupon();
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        clock.set(NOW.plus(TEN_MINUTES).minus(ONE_MILLI));
        refused(sweep(coupon), NOTHING_TO_SWEEP);
        clock.set(NOW.plus(TEN_MINUTES).plusSeconds(60));

        done(sweep(coupon), RedemptionStatus.SWEPT);

        assertThat(stored(coupon)).isEqualTo(coupon);
        CouponEvent event = ledger(coupon).get(1);
        assertThat(event.type()).isEqualTo(EventType.HOLD_LAPSED);
        assertThat(event.at()).isEqualTo(NOW.plus(TEN_MINUTES));
        assertThat(event.orderId()).isEqualTo("A");
        refused(sweep(coupon), NOTHING_TO_SWEEP);
        done(confirm(coupon, "A", 1), RedemptionStatus.REDEEMED);
    }

    @Test
    final void aHoldThatLapsedWithTheCouponsEndIsWrittenDownAtOnce() {
        Coupon coupon = coupon();
        clock.set(EXPIRES.minusSeconds(30));
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        clock.set(EXPIRES);

        done(sweep(coupon), RedemptionStatus.SWEPT);

        is(coupon, CouponState.EXPIRED);
        ledgerIs(coupon, EventType.HELD, EventType.HOLD_LAPSED, EventType.EXPIRED);
        refused(confirm(coupon, "A", 1), COUPON_EXPIRED);
        done(release(coupon, "A", 1), RedemptionStatus.RELEASED);
        is(coupon, CouponState.EXPIRED);
    }

    @Test
    final void theSweepLeavesUsedCouponsAlone() {
        Coupon coupon = redeemed(ReleasePolicy.RETURN);
        clock.set(EXPIRES.plusSeconds(1));
        refused(sweep(coupon), NOTHING_TO_SWEEP);
        is(coupon, CouponState.REDEEMED);
    }
}
