package com.couponengine.core.contract;

import static com.couponengine.core.store.IssueAnswer.Status.ENDED;
import static com.couponengine.core.store.IssueAnswer.Status.GRANTED;
import static com.couponengine.core.store.IssueAnswer.Status.LIMIT_REACHED;
import static com.couponengine.core.store.IssueAnswer.Status.NOT_PUBLISHED;
import static com.couponengine.core.store.IssueAnswer.Status.NOT_STARTED;
import static com.couponengine.core.store.IssueAnswer.Status.PAUSED;
import static com.couponengine.core.store.IssueAnswer.Status.SOLD_OUT;
import static com.couponengine.core.store.IssueAnswer.Status.STALE_EPOCH;
import static com.couponengine.core.store.IssueAnswer.Status.UNKNOWN_TEMPLATE;
import static com.couponengine.core.store.IssueAnswer.Status.VOIDED;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.IssueStore;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateChange;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** {@link IssueStore}: the template's state, its window and its epoch decide in the transaction of the grant. */
public abstract class IssueRefusalContract extends CouponRepositoryContract {

    @Test
    final void anUnknownTemplateIsTold() {
        Template template = published(terms());
        IssueRequest request = request(template, user(1), "grab-1");

        List<IssueAnswer> answers = repository()
                .issues()
                .issue(new IssueBatch(
                        new ShareId(template.id() + 1_000, 0), OptionalLong.empty(), List.of(request, request)));

        assertThat(statuses(answers)).containsExactly(UNKNOWN_TEMPLATE, UNKNOWN_TEMPLATE);
        assertThat(repository().coupons().find(request.code())).isEmpty();
    }

    @Test
    final void aDraftIsNotGranted() {
        Template template = draft(terms());

        assertThat(statusOf(template, user(1), "grab-1")).isEqualTo(NOT_PUBLISHED);
        assertThat(rows(template)).isEmpty();
    }

    @Test
    final void theGrabBeginsAtItsStartToTheMillisecond() {
        Template template = published(terms());

        clock.set(GRAB_START.minus(ONE_MILLI));
        assertThat(statusOf(template, user(1), "grab-1")).isEqualTo(NOT_STARTED);
        clock.set(GRAB_START);
        assertThat(statusOf(template, user(1), "grab-1")).isEqualTo(GRANTED);
    }

    @Test
    final void theGrabIsOverAtItsEndToTheMillisecond() {
        Template template = published(terms());

        clock.set(GRAB_END.minus(ONE_MILLI));
        assertThat(statusOf(template, user(1), "grab-1")).isEqualTo(GRANTED);
        clock.set(GRAB_END.minusNanos(1));
        assertThat(statusOf(template, user(2), "grab-1")).isEqualTo(GRANTED);
        clock.set(GRAB_END);
        assertThat(statusOf(template, user(3), "grab-1")).isEqualTo(ENDED);
    }

    @Test
    final void theRepositorysClockDecidesWhateverTheHostsClockSaid() {
        Template template = published(terms());
        IssueRequest early = request(template, user(1), "grab-1"); // grabbed within the window, by the host's clock
        clock.set(GRAB_START.minus(Duration.ofDays(1)));
        IssueRequest tooEarly = request(template, user(2), "grab-1");

        assertThat(issue(template, early).status()).isEqualTo(NOT_STARTED);
        clock.set(GRAB_END.plus(Duration.ofDays(1)));
        assertThat(issue(template, early).status()).isEqualTo(ENDED);
        clock.set(NOW);
        assertThat(issue(template, tooEarly).status())
                .as("a host whose clock is slow")
                .isEqualTo(GRANTED);
    }

    @Test
    final void aPauseHoldsForTheVeryNextGrabAndAResumeToo() {
        Template template = published(terms());
        granted(template);

        pause(template);
        assertThat(statusOf(template, user(2), "grab-1")).isEqualTo(PAUSED);
        change(template, new TemplateChange.Resume());
        assertThat(statusOf(template, user(2), "grab-1")).isEqualTo(GRANTED);
    }

    @Test
    final void anEndHoldsForTheVeryNextGrab() {
        Template template = published(terms());

        end(template);

        assertThat(statusOf(template, user(1), "grab-1")).isEqualTo(ENDED);
    }

    @Test
    final void anEndedTemplateThatWasNeverPublishedIsEnded() {
        Template template = draft(terms());
        end(template);

        assertThat(statusOf(template, user(1), "grab-1")).isEqualTo(ENDED);
    }

    @Test
    final void voidingAllHoldsForTheVeryNextGrab() { // B118
        Template template = published(terms());
        Coupon coupon = granted(template);

        voidAll(template);

        assertThat(statusOf(template, user(2), "grab-1")).isEqualTo(VOIDED);
        assertThat(stored(coupon)).isEqualTo(coupon);
    }

    @Test
    final void anotherGrabEndHoldsForTheVeryNextGrab() {
        Template template = published(terms());

        change(template, new TemplateChange.SetGrabEnd(NOW));
        assertThat(statusOf(template, user(1), "grab-1")).isEqualTo(ENDED);
        change(template, new TemplateChange.SetGrabEnd(NOW.plus(ONE_MILLI)));
        assertThat(statusOf(template, user(1), "grab-1")).isEqualTo(GRANTED);
    }

    @Test
    final void anotherTotalHoldsForTheVeryNextGrab() {
        int sources = repository().shards().sources();
        Template template = published(terms().total((long) sources));
        granted(template);
        assertThat(statusOf(template, user(2), "grab-1")).isEqualTo(SOLD_OUT);

        change(template, new TemplateChange.SetTotal((long) sources, 1 + 2L * sources));
        assertThat(statusOf(template, user(2), "grab-1")).isEqualTo(GRANTED);
    }

    @Test
    final void whereSeveralRefusalsApplyTheFirstOfTheListIsAnswered() {
        int sources = repository().shards().sources();
        Template voidDraft = draft(terms());
        voidAll(voidDraft);
        assertThat(statusOf(voidDraft, user(1), "a")).isEqualTo(VOIDED);

        Template template = published(terms().total((long) sources));
        Coupon coupon = granted(template);
        long stale = stock(template).epoch() + 7;
        IssueRequest sameUser = request(template, user(1), "b", coupon.code());
        IssueRequest sameCode = request(template, user(1 + 64 * sources), "b", coupon.code());
        assertThat(issue(template, sameUser).status())
                .as("at the limit, sold out, code taken")
                .isEqualTo(LIMIT_REACHED);
        assertThat(issue(template, sameCode).status())
                .as("sold out, code taken")
                .isEqualTo(SOLD_OUT);
        assertThat(statuses(issue(template, OptionalLong.of(stale), List.of(sameUser))))
                .as("stale, at the limit")
                .containsExactly(STALE_EPOCH);
        clock.set(GRAB_END);
        assertThat(statuses(issue(template, OptionalLong.of(stale), List.of(sameUser))))
                .as("over, stale")
                .containsExactly(ENDED);
        pause(template);
        assertThat(issue(template, sameUser).status()).as("paused, over").isEqualTo(PAUSED);
        clock.set(GRAB_START.minus(ONE_MILLI));
        assertThat(issue(template, sameUser).status()).as("not started, paused").isEqualTo(NOT_STARTED);
        end(template);
        assertThat(issue(template, sameUser).status()).as("not started, ended").isEqualTo(NOT_STARTED);
        voidAll(template);
        assertThat(issue(template, sameUser).status()).as("void, ended").isEqualTo(VOIDED);
    }

    @Test
    final void aDraftThatHasNotStartedIsNotPublished() {
        Template template = draft(terms());
        clock.set(GRAB_START.minus(ONE_MILLI));

        assertThat(statusOf(template, user(1), "grab-1")).isEqualTo(NOT_PUBLISHED);
    }

    @Test
    final void onlyReservationsOfTheRowsEpochAreGranted() {
        Template template = published(terms());
        long epoch = stock(template).epoch();

        for (long other : new long[] {epoch - 1, epoch + 1}) {
            assertThat(statuses(issue(template, OptionalLong.of(other), List.of(request(template, user(1), "grab-1")))))
                    .containsExactly(STALE_EPOCH);
        }
        assertThat(rows(template)).isEmpty();
        assertThat(statuses(issue(template, OptionalLong.of(epoch), List.of(request(template, user(1), "grab-1")))))
                .containsExactly(GRANTED);
        assertThat(statusOf(template, user(2), "grab-1"))
                .as("no gate took part")
                .isEqualTo(GRANTED);
    }
}
