package com.couponengine.jdbc.internal.redemption;

import static com.couponengine.jdbc.internal.TestCoupons.hold;
import static com.couponengine.jdbc.internal.TestCoupons.order;
import static com.couponengine.jdbc.internal.TestCoupons.redeem;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.Order;
import com.couponengine.core.discount.OrderLine;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.Redemption;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.template.TemplateState;
import com.couponengine.jdbc.internal.OnDatabase;
import com.couponengine.jdbc.internal.TestCoupons;
import com.couponengine.jdbc.server.SqlVariant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults that were reported of other systems, with what is right here. */
abstract class FieldCasesOnDatabase extends OnDatabase {
    private static final Instant LATER = NOW.plus(Duration.ofDays(1));
    private static final long USER = 7;

    private Coupon coupon;

    FieldCasesOnDatabase(SqlVariant variant) {
        super(variant);
    }

    @BeforeEach
    final void aCoupon() {
        coupon = coupons().coupon(coupons().template(TemplateState.PUBLISHED), USER, LATER);
    }

    // B20
    @Test
    final void whatTheLastPageShowedDoesNotCountAtSubmit() {
        assertThat(status(redeem(coupon, "first"))).isEqualTo(RedemptionStatus.REDEEMED);
        assertThat(status(redeem(coupon, "second"))).isEqualTo(RedemptionStatus.ALREADY_REDEEMED);
    }

    // B26
    @Test
    final void anOrderThatIsRevivedHasToRedeemAgain() {
        assertThat(status(redeem(coupon, "a"))).isEqualTo(RedemptionStatus.REDEEMED);
        assertThat(status(release("a"))).isEqualTo(RedemptionStatus.RELEASED);
        assertThat(status(redeem(coupon, "b"))).isEqualTo(RedemptionStatus.REDEEMED);
        assertThat(status(redeem(coupon, "a"))).isEqualTo(RedemptionStatus.ATTEMPT_RELEASED);
        assertThat(status(new RedemptionCommand.Redeem(coupon.code(), USER, "a", 2, order("200.00"))))
                .isEqualTo(RedemptionStatus.ALREADY_REDEEMED);
    }

    // B27
    @Test
    final void anUnpaidOrderKeepsTheCouponFromOthers() {
        assertThat(status(hold(coupon, "a", Duration.ofMinutes(30)))).isEqualTo(RedemptionStatus.HELD);
        assertThat(status(hold(coupon, "b", Duration.ofMinutes(30)))).isEqualTo(RedemptionStatus.HELD_BY_OTHER_ORDER);
        assertThat(status(redeem(coupon, "b"))).isEqualTo(RedemptionStatus.HELD_BY_OTHER_ORDER);
        assertThat(status(new RedemptionCommand.Confirm(coupon.code(), USER, "a", 1)))
                .isEqualTo(RedemptionStatus.REDEEMED);
        clock.advance(Duration.ofHours(1));
        assertThat(status(redeem(coupon, "b"))).isEqualTo(RedemptionStatus.ALREADY_REDEEMED);
    }

    // B35, B37, B43
    @Test
    final void aCancelledOrderGivesTheCouponBackOnce() {
        assertThat(status(redeem(coupon, "a"))).isEqualTo(RedemptionStatus.REDEEMED);
        RedemptionResult first = coupons().change(release("a"));
        RedemptionResult second = coupons().change(release("a"));

        assertThat(first.status()).isEqualTo(RedemptionStatus.RELEASED);
        assertThat(first.replay()).isFalse();
        assertThat(second.status()).isEqualTo(RedemptionStatus.RELEASED);
        assertThat(second.replay()).isTrue();
        assertThat(coupons().reader().find(coupon.code())).contains(coupon);
        assertThat(coupons().reader().ledger(coupon.code())).hasSize(2);
    }

    @Test
    final void aReleaseThatOvertakesItsRedeemMakesItRefuse() {
        assertThat(status(release("a"))).isEqualTo(RedemptionStatus.RELEASED);
        assertThat(status(redeem(coupon, "a"))).isEqualTo(RedemptionStatus.ATTEMPT_RELEASED);
        assertThat(coupons().reader().find(coupon.code())).contains(coupon);
    }

    // B46
    @Test
    final void aRefundPaysBackWhatWasPaidLineByLine() {
        TestCoupons coupons = coupons();
        Coupon tenPercent = coupons.coupon(
                coupons.template(TemplateState.PUBLISHED, Discount.percentOff("0.9", "CNY")), USER, LATER);
        Order three = new Order(List.of(line("1"), line("2"), line("3")));
        assertThat(coupons.change(new RedemptionCommand.Redeem(tenPercent.code(), USER, "a", 1, three))
                        .discount())
                .isEqualTo(yuan("30.00"));

        RedemptionResult two = coupons.change(refund(tenPercent, "r1", "1", "2"));
        RedemptionResult again = coupons.change(refund(tenPercent, "r1", "1", "2"));
        RedemptionResult tooMuch = coupons.change(refund(tenPercent, "r2", "2"));
        RedemptionResult last = coupons.change(refund(tenPercent, "r3", "3"));

        assertThat(paidBack(two)).isEqualTo(yuan("180.00"));
        assertThat(again.replay()).isTrue();
        assertThat(again.redemption()).isEqualTo(two.redemption());
        assertThat(tooMuch.status()).isEqualTo(RedemptionStatus.REFUND_EXCEEDS_LINE);
        assertThat(paidBack(last)).isEqualTo(yuan("270.00"));
        Coupon back = coupons.reader().find(tenPercent.code()).orElseThrow();
        assertThat(back.state()).isEqualTo(CouponState.AVAILABLE);
    }

    private static OrderLine line(String id) {
        return new OrderLine(id, yuan("100.00"));
    }

    private static RedemptionCommand refund(Coupon coupon, String refundId, String... lines) {
        return new RedemptionCommand.Refund(
                coupon.code(),
                USER,
                "a",
                1,
                refundId,
                List.of(lines).stream()
                        .map(id -> new RedemptionCommand.Refund.Line(id, yuan("100.00")))
                        .toList());
    }

    private static Money paidBack(RedemptionResult result) {
        return result.redemption().refunds().stream()
                .map(Redemption.Refund::paidBack)
                .reduce(Money.ofMinor(0, "CNY"), Money::plus);
    }

    // B61
    @Test
    final void aCartThatHasShrunkBelowTheThresholdIsRefusedWithWhatItLacks() {
        RedemptionResult result =
                coupons().change(new RedemptionCommand.Redeem(coupon.code(), USER, "a", 1, order("50.00")));

        assertThat(result.status()).isEqualTo(RedemptionStatus.BELOW_MIN_SPEND);
        assertThat(result.shortBy()).isEqualTo(yuan("50.00"));
        assertThat(coupons().reader().find(coupon.code())).contains(coupon);
    }

    // B34: nothing but the row decides, so that a step that died half-way blocks nobody
    @Test
    final void aStepThatDiedBeforeItsCommitIsCarriedOutByItsRetry() {
        assertThat(coupons()
                        .redemptions()
                        .change(List.of(redeem(coupon, "a")), (command, locked, now) -> {
                            throw new IllegalStateException("the host dies here");
                        })
                        .get(0)
                        .status())
                .isEqualTo(RedemptionStatus.UNAVAILABLE);
        assertThat(status(redeem(coupon, "a"))).isEqualTo(RedemptionStatus.REDEEMED);
    }

    @Test
    final void aHoldThatIsAskedForAgainIsTheSameHoldWhateverFractionsTheDatabaseKeeps() {
        Duration fraction = Duration.ofSeconds(90).plusNanos(123_456_789);
        RedemptionResult first = coupons().change(hold(coupon, "a", fraction));
        RedemptionResult again = coupons().change(hold(coupon, "a", fraction));

        assertThat(again.replay()).isTrue();
        assertThat(again.redemption()).isEqualTo(first.redemption());
        assertThat(coupons().reader().find(coupon.code())).contains(first.coupon());
    }

    private RedemptionStatus status(RedemptionCommand command) {
        return coupons().change(command).status();
    }

    private RedemptionCommand release(String orderId) {
        return new RedemptionCommand.Release(coupon.code(), USER, orderId, 1, null);
    }

    private static Money yuan(String amount) {
        return Money.of(amount, "CNY");
    }
}
