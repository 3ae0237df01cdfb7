package com.couponengine.core.contract;

import static com.couponengine.core.redemption.RedemptionStatus.ALREADY_REDEEMED;
import static com.couponengine.core.redemption.RedemptionStatus.COUPON_VOIDED;
import static com.couponengine.core.redemption.RedemptionStatus.HELD;
import static com.couponengine.core.redemption.RedemptionStatus.REDEEMED;
import static com.couponengine.core.redemption.RedemptionStatus.RELEASED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Template;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Faults that were reported of other systems, with what is right here, for every repository. */
public abstract class FieldCasesContract extends RedemptionContract {

    @Test
    final void aHundredAndTwentyBuyersAtOnceUseEachCouponOnceAndTheCountsAreTheRows() { // B19
        int total = 300;
        Template template =
                published(terms().total((long) total * repository().shards().sources()));
        List<IssueRequest> requests = new ArrayList<>();
        for (int n = 1; n <= total; n++) {
            requests.add(request(template, user(n), "grab"));
        }
        List<Coupon> coupons =
                issue(template, requests).stream().map(IssueAnswer::coupon).toList();

        int buyers = 120;
        List<Integer> used = Race.run(buyers, buyer -> {
            int mine = 0;
            for (int i = 0; i < 8; i++) { // more tries than coupons
                Coupon coupon = coupons.get((buyer * 8 + i) % total);
                RedemptionStatus status =
                        run(redeem(coupon, "order-" + buyer + "-" + i, 1)).status();
                assertThat(status).isIn(REDEEMED, ALREADY_REDEEMED);
                mine += status == REDEEMED ? 1 : 0;
            }
            return mine;
        });

        assertThat(used.stream().mapToInt(count -> count).sum()).isEqualTo(total);
        assertThat(coupons).allSatisfy(coupon -> {
            is(coupon, CouponState.REDEEMED);
            ledgerIs(coupon, EventType.REDEEMED);
        });
    }

    @Test
    final void withEveryConsumerOffTheSecondOrderIsRefusedAllTheSame() { // B25
        Coupon coupon = granted(published(terms()));

        assertThat(run(redeem(coupon, "first", 1)).status()).isEqualTo(REDEEMED);
        assertThat(run(redeem(coupon, "second", 1)).status()).isEqualTo(ALREADY_REDEEMED);

        assertThat(drainEvents())
                .as("what consumers will see when they come back")
                .extracting(CouponEvent::type)
                .containsExactly(EventType.ISSUED, EventType.REDEEMED);
    }

    @Test
    final void aUseAsAGuestAndOneAsAMemberAreUsesOfTheSameCoupon() { // B29
        Template template = published(terms());
        Coupon coupon = granted(template);
        RedemptionCommand asGuest = new RedemptionCommand.Redeem(coupon.code(), null, "guest", 1, order("20.00"));

        assertThat(run(asGuest).status()).isEqualTo(REDEEMED);
        assertThat(run(redeem(coupon, "member", 1)).status()).isEqualTo(ALREADY_REDEEMED);
        assertThat(statusOf(template, coupon.userId(), "another-wish")).isEqualTo(IssueAnswer.Status.LIMIT_REACHED);
    }

    @Test
    final void anOrderThatIsCancelledByTwoDoorsIsReleasedOnce() { // B39
        Template template = published(terms());
        for (boolean adminFirst : new boolean[] {true, false}) {
            Coupon coupon = granted(template, user(adminFirst ? 1 : 2), "grab");
            RedemptionCommand byAdmin =
                    new RedemptionCommand.Release(coupon.code(), null, "A", 1, ReleasePolicy.RETURN);
            RedemptionCommand byWebhook = release(coupon, "A", 1);
            run(redeem(coupon, "A", 1));

            RedemptionResult first = run(adminFirst ? byAdmin : byWebhook);
            RedemptionResult second = run(adminFirst ? byWebhook : byAdmin);

            assertThat(first.status()).isEqualTo(RELEASED);
            assertThat(first.replay()).isFalse();
            assertThat(second.status()).isEqualTo(RELEASED);
            assertThat(second.replay()).isTrue();
            is(coupon, CouponState.AVAILABLE);
            ledgerIs(coupon, EventType.REDEEMED, EventType.RELEASED);
        }
    }

    @Test
    final void anOrderThatFailedAfterItsHoldLeavesNoUse() { // B42
        Template template = published(terms());
        Coupon told = granted(template, user(1), "grab");
        Coupon silent = granted(template, user(2), "grab");
        run(hold(told, "A", 1));
        run(hold(silent, "A", 1));

        run(release(told, "A", 1)); // the host rolls its order back and says so
        assertThat(run(redeem(told, "B", 1)).status()).isEqualTo(REDEEMED);

        clock.advance(TEN_MINUTES); // the host died and says nothing
        assertThat(run(hold(silent, "B", 1)).status()).isEqualTo(HELD);
        assertThat(ledger(silent)).extracting(CouponEvent::type).doesNotContain(EventType.REDEEMED);
    }

    @Test
    final void aCodeCanOnlyBeIssuedInTheTableThatItNames() { // B75
        Template template = published(terms());
        long here = user(1);
        long elsewhere = user(2);
        CouponCode code = code(here);

        assertThatThrownBy(() -> request(template, elsewhere, "grab", code))
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        e -> assertThat(e.mistakes().toString()).contains("code = " + code));
        assertThat(issue(template, request(template, here, "grab", code)).status())
                .isEqualTo(IssueAnswer.Status.GRANTED);
        assertThat(repository().coupons().find(code).orElseThrow().userId()).isEqualTo(here);
        assertThat(issue(template, request(template, here + CouponCode.TABLES, "grab", code))
                        .status())
                .as("the same code for another user of the table")
                .isEqualTo(IssueAnswer.Status.CODE_TAKEN);
    }

    @Test
    final void aChangeThatIsRolledBackIsNoEventAndARetriedOneIsOne() { // B93
        Coupon coupon = granted(published(terms()));
        drainEvents();

        RedemptionStatus dead = repository()
                .redemptions()
                .change(List.of(redeem(coupon, "A", 1)), (command, locked, now) -> {
                    rules.decide(command, locked, now);
                    throw new IllegalStateException("the transaction dies here");
                })
                .get(0)
                .status();
        assertThat(dead).isEqualTo(RedemptionStatus.UNAVAILABLE);
        assertThat(drainEvents()).isEmpty();
        is(coupon, CouponState.AVAILABLE);

        run(redeem(coupon, "A", 1));
        run(redeem(coupon, "A", 1));
        assertThat(drainEvents()).extracting(CouponEvent::type).containsExactly(EventType.REDEEMED);
    }

    @Test
    final void whatIsWithdrawnWorksNoLongerAndWhatIsOnlyEndedKeepsItsPromise() { // B110
        Template withdrawn = published(terms());
        Template ended = published(terms());
        Coupon one = granted(withdrawn, user(1), "one");
        Coupon two = granted(ended, user(1), "two");
        voidAll(withdrawn);
        end(ended);

        assertThat(statusOf(withdrawn, user(2), "late")).isEqualTo(IssueAnswer.Status.VOIDED);
        assertThat(statusOf(ended, user(2), "late-too")).isEqualTo(IssueAnswer.Status.ENDED);
        assertThat(run(redeem(one, "A", 1)).status()).isEqualTo(COUPON_VOIDED);
        assertThat(run(hold(one, "A", 1)).status()).isEqualTo(COUPON_VOIDED);
        assertThat(run(redeem(two, "A", 1)).status()).isEqualTo(REDEEMED);
    }
}
