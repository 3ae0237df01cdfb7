package com.couponengine.core.contract;

import static com.couponengine.core.event.EventType.CONFIRMED;
import static com.couponengine.core.event.EventType.HELD;
import static com.couponengine.core.event.EventType.REDEEMED;
import static com.couponengine.core.redemption.RedemptionStatus.ALREADY_REDEEMED;
import static com.couponengine.core.redemption.RedemptionStatus.ATTEMPT_SUPERSEDED;
import static com.couponengine.core.redemption.RedemptionStatus.BELOW_MIN_SPEND;
import static com.couponengine.core.redemption.RedemptionStatus.COUPON_EXPIRED;
import static com.couponengine.core.redemption.RedemptionStatus.COUPON_VOIDED;
import static com.couponengine.core.redemption.RedemptionStatus.HELD_BY_OTHER_ORDER;
import static com.couponengine.core.redemption.RedemptionStatus.NOTHING_ELIGIBLE;
import static com.couponengine.core.redemption.RedemptionStatus.NOT_HELD;
import static com.couponengine.core.redemption.RedemptionStatus.NOT_YET_VALID;
import static com.couponengine.core.redemption.RedemptionStatus.OTHER_CURRENCY;
import static com.couponengine.core.redemption.RedemptionStatus.REDEEMED_BY_THIS_ORDER;
import static com.couponengine.core.redemption.RedemptionStatus.UNKNOWN_COUPON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Allocation;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.Order;
import com.couponengine.core.discount.OrderLine;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.Redemption;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRules;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.RedemptionStore;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.Validity;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@link RedemptionStore}: redeeming, holding and confirming. See {@link ReleaseContract} for the ways back, {@link
 * RedemptionRaceContract} for many threads and for what the store does with a rule.
 */
public abstract class RedemptionStoreContract extends RedemptionContract {

    private Coupon coupon() {
        return granted(published(terms()));
    }

    // --- redeem

    @Test
    final void redeemingUsesTheCouponOnTheOrder() {
        Coupon coupon = granted(published(terms().zone(ZoneId.of("Asia/Tokyo"))));
        clock.advance(Duration.ofSeconds(3));

        RedemptionResult result = done(redeem(coupon, "A", 1), RedemptionStatus.REDEEMED);

        assertThat(result.discount()).isEqualTo(yuan("5.00"));
        Coupon used = coupon.with(CouponState.REDEEMED, new Coupon.Use("A", 1, null, yuan("5.00")));
        assertThat(stored(coupon)).isEqualTo(used);
        assertThat(memory(result))
                .isEqualTo(new Redemption(
                        "A",
                        1,
                        Redemption.State.REDEEMED,
                        null,
                        new Allocation(
                                yuan("5.00"), List.of(new Allocation.Share(Order.WHOLE, yuan("20.00"), yuan("5.00")))),
                        List.of(),
                        new Redemption.Place(1, null)));
        CouponEvent event = new CouponEvent(
                REDEEMED,
                coupon.code(),
                coupon.userId(),
                coupon.templateId(),
                ZoneId.of("Asia/Tokyo"),
                NOW.plusSeconds(3),
                "A",
                1,
                yuan("5.00"),
                yuan("15.00"),
                null,
                null,
                null);
        assertThat(ledger(coupon)).containsExactly(event);
        assertThat(repository().coupons().ledgerOfOrder(coupon.userId(), "A")).containsExactly(event);
        assertThat(drainEvents()).hasSize(2).endsWith(event);
    }

    @Test
    final void theSameOrderGetsTheSameAnswerAgainAlsoAfterPricesChanged() {
        Coupon coupon = coupon();
        RedemptionResult first = done(redeem(coupon, "A", 1), RedemptionStatus.REDEEMED);

        clock.advance(Duration.ofHours(1));
        repeated(redeem(coupon, "A", 1), first);
        repeated(new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), "A", 1, order("3.00")), first);
        clock.set(EXPIRES.plusSeconds(1));
        repeated(redeem(coupon, "A", 1), first);
    }

    @Test
    final void anotherOrderFindsTheCouponUsed() {
        Coupon coupon = coupon();
        done(redeem(coupon, "A", 1), RedemptionStatus.REDEEMED);

        refused(redeem(coupon, "B", 1), ALREADY_REDEEMED);
        refused(redeem(coupon, "a", 1), ALREADY_REDEEMED); // order ids are compared character by character
        refused(redeem(coupon, "A", 2), ALREADY_REDEEMED);
        refused(hold(coupon, "B", 1), ALREADY_REDEEMED);
        refused(confirm(coupon, "B", 1), NOT_HELD);
        ledgerIs(coupon, REDEEMED);
    }

    @Test
    final void theOwnerIsCheckedWhenGiven() { // B67: whether the code exists is not told
        Coupon coupon = coupon();
        long other = user(2);

        for (RedemptionCommand command : List.of(
                new RedemptionCommand.Redeem(coupon.code(), other, "A", 1, order("20.00")),
                new RedemptionCommand.Hold(coupon.code(), other, "A", 1, order("20.00"), TEN_MINUTES),
                new RedemptionCommand.Confirm(coupon.code(), other, "A", 1),
                new RedemptionCommand.Release(coupon.code(), other, "A", 1, null),
                new RedemptionCommand.Refund(coupon.code(), other, "A", 1, "r", List.of(line("x", "1.00"))))) {
            refused(command, UNKNOWN_COUPON);
        }
        done(new RedemptionCommand.Redeem(coupon.code(), null, "A", 1, order("20.00")), RedemptionStatus.REDEEMED);
    }

    @Test
    final void aCodeThatNobodyHasIsUnknown() {
        Coupon coupon = coupon();
        CouponCode unknown = code(coupon.userId());

        for (RedemptionCommand command : List.of(
                new RedemptionCommand.Redeem(unknown, null, "A", 1, order("20.00")),
                new RedemptionCommand.Hold(unknown, null, "A", 1, order("20.00"), TEN_MINUTES),
                new RedemptionCommand.Confirm(unknown, null, "A", 1),
                new RedemptionCommand.Release(unknown, null, "A", 1, null),
                new RedemptionCommand.Refund(unknown, null, "A", 1, "r", List.of(line("x", "1.00"))),
                new RedemptionCommand.VoidCoupon(unknown, "Li Lei", "mistake", "v"),
                new RedemptionCommand.Sweep(unknown))) {
            assertThat(run(command)).isEqualTo(RedemptionResult.of(UNKNOWN_COUPON));
        }
    }

    @Test
    final void aCodeInAnotherSpellingIsTheSameCoupon() { // B69
        Coupon coupon = coupon();
        done(redeem(coupon, "A", 1), RedemptionStatus.REDEEMED);

        CouponCode typed = CouponCode.parse(" " + coupon.code().toString().toLowerCase(Locale.ROOT) + " ");

        assertThat(run(new RedemptionCommand.Redeem(typed, null, "B", 1, order("20.00")))
                        .status())
                .isEqualTo(ALREADY_REDEEMED);
    }

    @Test
    final void aCouponThatIsValidFromItsIssueOnIsUsableAlthoughItsHostsClockIsAhead() {
        Template template = published(terms().validity(Validity.daysAfterGrab(7)));
        clock.set(NOW.plusSeconds(2));
        Coupon coupon = granted(template);

        clock.set(NOW);

        done(redeem(coupon, "A", 1), RedemptionStatus.REDEEMED);
    }

    @Test
    final void aCouponIsUsableFromItsStartToItsEndToTheMillisecond() {
        Template template =
                published(terms().perUserLimit(4).validity(Validity.between(NOW.plusSeconds(1), NOW.plusSeconds(2))));
        Coupon early = granted(template, user(1), "grab-1");
        Coupon late = granted(template, user(1), "grab-2");
        Coupon tooLate = granted(template, user(1), "grab-3");

        clock.set(NOW.plusMillis(999));
        refused(redeem(early, "A", 1), NOT_YET_VALID);
        refused(hold(early, "A", 1), NOT_YET_VALID);
        clock.set(NOW.plusSeconds(1));
        done(redeem(early, "A", 1), RedemptionStatus.REDEEMED);
        clock.set(NOW.plusMillis(1_999));
        done(redeem(late, "B", 1), RedemptionStatus.REDEEMED);
        clock.set(NOW.plusSeconds(2));
        refused(redeem(tooLate, "C", 1), COUPON_EXPIRED);
        refused(hold(tooLate, "C", 1), COUPON_EXPIRED);
        is(tooLate, CouponState.AVAILABLE); // G7: whether or not a sweep ran
    }

    @Test
    final void theTermsAreCheckedWithTheFinalOrder() { // B61
        Coupon coupon = granted(published(terms().discount(Discount.threshold("300.00", "50.00", "CNY"))));

        RedemptionResult refused = refused(
                new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), "A", 1, order("50.00")), BELOW_MIN_SPEND);
        assertThat(refused.shortBy()).isEqualTo(yuan("250.00"));
        refused(
                new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), "A", 1, Order.of(Money.of("500", "JPY"))),
                OTHER_CURRENCY);
        refused(new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), "A", 1, order("0.00")), NOTHING_ELIGIBLE);
        RedemptionResult result = done(
                new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), "A", 1, order("300.00")),
                RedemptionStatus.REDEEMED);
        assertThat(result.discount()).isEqualTo(yuan("50.00"));
    }

    @Test
    final void theHostsScopeDecidesWhichLinesAreCovered() {
        Template template = published(terms().discount(Discount.percentOff("0.9", "CNY")));
        Coupon coupon = granted(template);
        Order order = new Order(List.of(new OrderLine("book", yuan("10.00")), new OrderLine("pen", yuan("90.00"))));
        RedemptionRules booksOnly = new RedemptionRules(
                (templateId, line) -> templateId == template.id() && line.id().equals("book"));

        RedemptionResult result = repository()
                .redemptions()
                .change(List.of(new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), "A", 1, order)), booksOnly)
                .get(0);

        assertThat(result.discount()).isEqualTo(yuan("1.00"));
        assertThat(memory(result).allocation().shares())
                .containsExactly(
                        new Allocation.Share("book", yuan("10.00"), yuan("1.00")),
                        new Allocation.Share("pen", yuan("90.00"), yuan("0.00")));
    }

    @Test
    final void aVoidTemplatesCouponCannotBeUsed() { // B118
        Template template = published(terms().perUserLimit(3));
        Coupon free = granted(template, user(1), "grab-1");
        Coupon held = granted(template, user(1), "grab-2");
        Coupon used = granted(template, user(1), "grab-3");
        done(hold(held, "A", 1), RedemptionStatus.HELD);
        RedemptionResult first = done(redeem(used, "B", 1), RedemptionStatus.REDEEMED);

        voidAll(template);

        refused(redeem(free, "C", 1), COUPON_VOIDED);
        refused(hold(free, "C", 1), COUPON_VOIDED);
        refused(confirm(held, "A", 1), COUPON_VOIDED);
        repeated(redeem(used, "B", 1), first);
    }

    @Test
    final void anEndedTemplatesCouponCanStillBeUsed() {
        Template template = published(terms().perUserLimit(2));
        Coupon first = granted(template, user(1), "grab-1");
        Coupon second = granted(template, user(1), "grab-2");
        pause(template);
        done(redeem(first, "A", 1), RedemptionStatus.REDEEMED);
        end(template);
        done(redeem(second, "B", 1), RedemptionStatus.REDEEMED);
    }

    // --- hold and confirm

    @Test
    final void aHoldKeepsTheCouponForItsOrder() { // B27, B41
        Coupon coupon = coupon();

        RedemptionResult result = done(hold(coupon, "A", 1), RedemptionStatus.HELD);

        Instant until = NOW.plus(TEN_MINUTES);
        assertThat(stored(coupon).use()).isEqualTo(new Coupon.Use("A", 1, until, yuan("5.00")));
        assertThat(memory(result).state()).isEqualTo(Redemption.State.HELD);
        assertThat(memory(result).heldUntil()).isEqualTo(until);
        refused(hold(coupon, "B", 1), HELD_BY_OTHER_ORDER);
        refused(redeem(coupon, "B", 1), HELD_BY_OTHER_ORDER);
        refused(confirm(coupon, "B", 1), NOT_HELD);
        repeated(hold(coupon, "A", 1), result);
        assertThat(ledger(coupon))
                .extracting(CouponEvent::type, CouponEvent::at, CouponEvent::discount, CouponEvent::paid)
                .containsExactly(tuple(HELD, NOW, yuan("5.00"), yuan("15.00")));
    }

    @Test
    final void confirmingUsesTheCouponAtTheDiscountOfTheHold() {
        Coupon coupon = granted(published(terms().discount(Discount.percentOff("0.9", "CNY"))));
        RedemptionResult held = done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        clock.advance(Duration.ofMinutes(5));

        RedemptionResult confirmed = done(confirm(coupon, "A", 1), RedemptionStatus.REDEEMED);

        assertThat(confirmed.discount()).isEqualTo(yuan("2.00"));
        assertThat(memory(confirmed).allocation()).isEqualTo(memory(held).allocation());
        assertThat(stored(coupon).use()).isEqualTo(new Coupon.Use("A", 1, null, yuan("2.00")));
        ledgerIs(coupon, HELD, CONFIRMED);
        repeated(confirm(coupon, "A", 1), confirmed);
        repeated(redeem(coupon, "A", 1), confirmed);
        refused(hold(coupon, "A", 1), REDEEMED_BY_THIS_ORDER);
    }

    @Test
    final void theOrderThatHoldsMayRedeemAtOnce() {
        Coupon coupon = coupon();
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);

        RedemptionResult result = done(redeem(coupon, "A", 1), RedemptionStatus.REDEEMED);

        repeated(confirm(coupon, "A", 1), result);
        ledgerIs(coupon, HELD, REDEEMED);
    }

    @Test
    final void aHoldEndsAtItsDeadlineToTheMillisecond() {
        Coupon coupon = coupon();
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        Instant deadline = NOW.plus(TEN_MINUTES);

        clock.set(deadline.minus(ONE_MILLI));
        refused(redeem(coupon, "B", 1), HELD_BY_OTHER_ORDER);
        clock.set(deadline);
        done(hold(coupon, "B", 1), RedemptionStatus.HELD);
        refused(confirm(coupon, "A", 1), HELD_BY_OTHER_ORDER);
        done(confirm(coupon, "B", 1), RedemptionStatus.REDEEMED);
        refused(confirm(coupon, "A", 1), ALREADY_REDEEMED);
        ledgerIs(coupon, HELD, HELD, CONFIRMED);
    }

    @Test
    final void aLapsedHoldCanBeConfirmedIfNobodyElseHasTheCoupon() {
        Coupon coupon = coupon();
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        clock.advance(TEN_MINUTES.plusSeconds(1));

        done(confirm(coupon, "A", 1), RedemptionStatus.REDEEMED);
    }

    @Test
    final void aHoldIsExtendedAndNeverShortened() {
        Coupon coupon = coupon();
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        clock.advance(Duration.ofMinutes(5));

        RedemptionResult longer = done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        assertThat(memory(longer).heldUntil()).isEqualTo(NOW.plus(Duration.ofMinutes(15)));
        repeated(hold(coupon, "A", 1, Duration.ofSeconds(1)), longer);

        clock.advance(Duration.ofMinutes(11));
        RedemptionResult afresh = done(hold(coupon, "A", 1, Duration.ofSeconds(1)), RedemptionStatus.HELD);
        assertThat(memory(afresh).heldUntil())
                .isEqualTo(NOW.plus(Duration.ofMinutes(16)).plusSeconds(1));
    }

    @Test
    final void aHoldNeverReachesBeyondTheCouponsEnd() {
        Coupon coupon = coupon();
        clock.set(EXPIRES.minusSeconds(5));

        RedemptionResult held = done(hold(coupon, "A", 1), RedemptionStatus.HELD);

        assertThat(memory(held).heldUntil()).isEqualTo(EXPIRES);
        repeated(hold(coupon, "A", 1), held);
        clock.set(EXPIRES);
        refused(confirm(coupon, "A", 1), COUPON_EXPIRED);
        refused(hold(coupon, "B", 1), COUPON_EXPIRED);
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000_000, 1_000_000_001, 1_000_999_999})
    final void deadlinesAreKeptAsTheyWereAnswered(long keepForNanos) {
        Coupon coupon = coupon();
        clock.set(NOW.plusNanos(999_999));

        RedemptionResult held = done(hold(coupon, "A", 1, Duration.ofNanos(keepForNanos)), RedemptionStatus.HELD);

        assertThat(memory(held).heldUntil())
                .isBetween(NOW.plusSeconds(1), NOW.plusSeconds(1).plusMillis(1));
        repeated(hold(coupon, "A", 1, Duration.ofNanos(keepForNanos)), held);
    }

    @Test
    final void aChangedOrderIsPricedAfreshWhileHeld() {
        Coupon coupon = granted(published(terms().discount(Discount.percentOff("0.9", "CNY"))));
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);

        RedemptionResult again = done(
                new RedemptionCommand.Hold(coupon.code(), coupon.userId(), "A", 1, order("50.00"), TEN_MINUTES),
                RedemptionStatus.HELD);

        assertThat(again.discount()).isEqualTo(yuan("5.00"));
        assertThat(done(confirm(coupon, "A", 1), RedemptionStatus.REDEEMED).discount())
                .isEqualTo(yuan("5.00"));
        ledgerIs(coupon, HELD, HELD, CONFIRMED);
    }

    @Test
    final void aLaterAttemptOfTheSameOrderTakesTheHoldOver() {
        Coupon coupon = coupon();
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);

        done(hold(coupon, "A", 2), RedemptionStatus.HELD);

        assertThat(stored(coupon).use().attempt()).isEqualTo(2);
        refused(confirm(coupon, "A", 1), ATTEMPT_SUPERSEDED);
        refused(hold(coupon, "A", 1), ATTEMPT_SUPERSEDED);
        refused(redeem(coupon, "A", 1), ATTEMPT_SUPERSEDED);
        done(release(coupon, "A", 1), RedemptionStatus.RELEASED);
        is(coupon, CouponState.HELD);
        done(confirm(coupon, "A", 2), RedemptionStatus.REDEEMED);
    }

    @Test
    final void whatNeverHeldCannotBeConfirmed() {
        Coupon coupon = coupon();
        refused(confirm(coupon, "A", 1), NOT_HELD);
        done(hold(coupon, "A", 1), RedemptionStatus.HELD);
        refused(confirm(coupon, "A", 2), NOT_HELD);
        refused(confirm(coupon, "AA", 1), NOT_HELD);
    }

    @Test
    final void oneOrderMayUseSeveralCouponsOfAGroup() {
        Template template = published(terms().perUserLimit(2).stackingGroup("g"));
        Coupon first = granted(template, user(1), "grab-1");
        Coupon second = granted(template, user(1), "grab-2");
        Coupon ofAnother = granted(template, user(2), "grab-1");

        done(redeem(first, "A", 1), RedemptionStatus.REDEEMED);
        done(hold(second, "A", 1), RedemptionStatus.HELD);
        done(redeem(ofAnother, "A", 1), RedemptionStatus.REDEEMED);

        assertThat(repository().coupons().ledgerOfOrder(user(1), "A"))
                .extracting(CouponEvent::code)
                .containsExactly(first.code(), second.code());
        done(release(first, "A", 1, ReleasePolicy.RETURN), RedemptionStatus.RELEASED);
        is(second, CouponState.HELD);
        is(ofAnother, CouponState.REDEEMED);
    }
}
