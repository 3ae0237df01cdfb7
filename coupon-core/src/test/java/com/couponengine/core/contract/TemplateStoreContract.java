package com.couponengine.core.contract;

import static com.couponengine.core.template.TemplateResult.Status.CHANGED;
import static com.couponengine.core.template.TemplateResult.Status.ILLEGAL_STATE;
import static com.couponengine.core.template.TemplateResult.Status.TOTAL_BELOW_ISSUED;
import static com.couponengine.core.template.TemplateResult.Status.TOTAL_CHANGED_MEANWHILE;
import static com.couponengine.core.template.TemplateResult.Status.UNCHANGED;
import static com.couponengine.core.template.TemplateResult.Status.UNKNOWN_TEMPLATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.discount.Discount;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.money.Money;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.store.TemplateStore;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.template.TemplateResult;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.TemplateState;
import com.couponengine.core.template.Validity;
import com.couponengine.core.template.Voiding;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link TemplateStore}: templates, their life, and the counter rows that follow from it. */
public abstract class TemplateStoreContract extends CouponRepositoryContract {

    private TemplateResult asked(Template template, TemplateChange change) {
        return repository().templates().change(template.id(), change);
    }

    /** A change that must not be made, and leaves the template as it was. */
    private void refused(Template template, TemplateChange change, TemplateResult.Status status) {
        Template before = template(template);
        List<ShareStock> stock = repository().issues().stock(template.id());

        assertThat(asked(template, change))
                .as("%s of %s", change, template)
                .isEqualTo(new TemplateResult(status, before));

        assertThat(template(template)).isEqualTo(before);
        assertThat(repository().issues().stock(template.id())).isEqualTo(stock);
    }

    static Stream<TemplateSpec> specs() {
        return Stream.of(
                terms().build(),
                terms().total(1).perUserLimit(1).name("满300减50 ✨").build(),
                terms().total(TemplateSpec.TOTAL_MAX)
                        .perUserLimit(TemplateSpec.PER_USER_LIMIT_MAX)
                        .name("n".repeat(100))
                        .build(),
                terms().unlimitedTotal()
                        .unlimitedPerUser()
                        .zone(ZoneId.of("America/Argentina/ComodRivadavia"))
                        .build(),
                terms().discount(Discount.threshold("300.00", "50.00", "CNY"))
                        .validity(Validity.daysAfterGrab(7))
                        .zone(ZoneId.of("Asia/Shanghai"))
                        .releasePolicy(ReleasePolicy.FORFEIT)
                        .stackingGroup("a'\"\\%_Z~")
                        .build(),
                terms().discount(Discount.percentOff("0.975", "KWD")
                                .atMost(Money.of("1.234", "KWD"))
                                .from(Money.of("0.001", "KWD")))
                        .validity(new Validity.DaysAfterGrab(36_500, 36_500))
                        .zone(ZoneId.of("+05:45"))
                        .releasePolicy(ReleasePolicy.RETURN_IF_UNEXPIRED)
                        .stackingGroup("g".repeat(64))
                        .build(),
                terms().discount(Discount.percentOff("0.900", "JPY")).build(),
                terms().discount(new Discount.AmountOff(Money.ofMinor(Long.MAX_VALUE, "CNY")))
                        .grabWindow(NOW.minusMillis(1), NOW.plusNanos(999_999_999))
                        .validity(Validity.between(Instant.EPOCH, Instant.parse("9999-12-31T23:59:59.999Z")))
                        .build());
    }

    @ParameterizedTest
    @MethodSource("specs")
    final void aTemplateIsReadAsItWasWritten(TemplateSpec spec) {
        Template created = repository().templates().create(spec);

        assertThat(created.id()).isPositive();
        assertThat(created).isEqualTo(new Template(created.id(), spec, TemplateState.DRAFT, null));
        assertThat(repository().templates().find(created.id())).contains(created);
        assertThat(asked(created, new TemplateChange.Publish()).status()).isEqualTo(CHANGED);
        assertThat(template(created)).isEqualTo(new Template(created.id(), spec, TemplateState.PUBLISHED, null));
    }

    @Test
    final void anUnknownTemplateIsTold() {
        long unknown = draft(terms()).id() + 1_000;

        assertThat(repository().templates().find(unknown)).isEmpty();
        for (TemplateChange change : List.of(
                new TemplateChange.Publish(),
                new TemplateChange.End(),
                new TemplateChange.SetTotal(null, 5L),
                new TemplateChange.VoidAll("Li Lei", "mistake", "void-1"))) {
            assertThat(repository().templates().change(unknown, change))
                    .isEqualTo(new TemplateResult(UNKNOWN_TEMPLATE, null));
        }
    }

    @Test
    final void templatesAreListedByIdPageByPage() {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            ids.add(draft(terms().name("t" + i)).id());
        }
        assertThat(ids).doesNotHaveDuplicates();
        List<Long> sorted = ids.stream().sorted().toList();

        List<Long> listed = new ArrayList<>();
        List<Template> page = repository().templates().list(0, 3);
        while (!page.isEmpty()) {
            assertThat(page).hasSizeLessThanOrEqualTo(3);
            page.forEach(template -> listed.add(template.id()));
            page = repository().templates().list(listed.get(listed.size() - 1), 3);
        }

        assertThat(listed).isEqualTo(sorted);
        assertThat(repository().templates().list(0, 1))
                .containsExactly(repository().templates().find(sorted.get(0)).orElseThrow());
    }

    @Test
    final void aDraftCanBeRewrittenAsAWhole() {
        Template draft = draft(terms());
        TemplateSpec other = terms().name("other")
                .total(9)
                .discount(Discount.percentOff("0.9", "KWD"))
                .zone(ZoneId.of("Asia/Tokyo"))
                .stackingGroup("g")
                .build();

        assertThat(asked(draft, new TemplateChange.Edit(other)))
                .isEqualTo(new TemplateResult(CHANGED, new Template(draft.id(), other, TemplateState.DRAFT, null)));

        assertThat(template(draft).spec()).isEqualTo(other);
        refused(draft, new TemplateChange.Edit(other), UNCHANGED);
        refused(published(terms()), new TemplateChange.Edit(other), ILLEGAL_STATE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 8, 1_000, 2_000_000_000})
    final void publishingLaysOutTheCounterRows(long total) {
        Template draft = draft(terms().total(total));
        assertThat(repository().issues().stock(draft.id())).isEmpty();

        assertThat(asked(draft, new TemplateChange.Publish()).status()).isEqualTo(CHANGED);

        List<ShareStock> stock = repository().issues().stock(draft.id());
        int sources = repository().shards().sources();
        assertThat(stock).hasSize(sources).allSatisfy(share -> {
            assertThat(share.issued()).isZero();
            assertThat(share.quota()).isBetween(total / sources, (total + sources - 1) / sources);
        });
        for (int source = 0; source < sources; source++) {
            ShareId id = new ShareId(draft.id(), source);
            assertThat(stock.stream().map(ShareStock::share)).contains(id);
        }
        assertThat(stock.stream().mapToLong(ShareStock::quota).sum()).isEqualTo(total);
    }

    @Test
    final void publishingAgainChangesNothing() {
        int sources = repository().shards().sources();
        Template template = published(terms().total(3L * sources));
        granted(template);
        long epoch =
                repository().issues().raiseEpoch(share(template)).orElseThrow().epoch();

        refused(template, new TemplateChange.Publish(), UNCHANGED);

        ShareStock stock = stock(template);
        assertThat(stock.issued()).isEqualTo(1);
        assertThat(stock.quota()).isEqualTo(3);
        assertThat(stock.epoch()).isEqualTo(epoch);
    }

    @Test
    final void theLifeOfATemplateGoesOneWay() {
        Template template = draft(terms());
        refused(template, new TemplateChange.Pause(), ILLEGAL_STATE);
        refused(template, new TemplateChange.Resume(), ILLEGAL_STATE);
        change(template, new TemplateChange.Publish());
        refused(template, new TemplateChange.Resume(), UNCHANGED);
        assertThat(change(template, new TemplateChange.Pause()).state()).isEqualTo(TemplateState.PAUSED);
        refused(template, new TemplateChange.Pause(), UNCHANGED);
        refused(template, new TemplateChange.Publish(), ILLEGAL_STATE);
        assertThat(change(template, new TemplateChange.Resume()).state()).isEqualTo(TemplateState.PUBLISHED);
        assertThat(change(template, new TemplateChange.End()).state()).isEqualTo(TemplateState.ENDED);
        refused(template, new TemplateChange.End(), UNCHANGED);
        refused(template, new TemplateChange.Publish(), ILLEGAL_STATE);
        refused(template, new TemplateChange.Pause(), ILLEGAL_STATE);
        refused(template, new TemplateChange.Resume(), ILLEGAL_STATE);
        refused(template, new TemplateChange.SetTotal(null, 5L), ILLEGAL_STATE);
        refused(template, new TemplateChange.SetGrabEnd(GRAB_END.plusSeconds(1)), ILLEGAL_STATE);
    }

    @Test
    final void aTotalIsSetOnlyIfItIsStillTheOneExpected() {
        int sources = repository().shards().sources();
        Template template = published(terms().total(10L * sources));

        refused(template, new TemplateChange.SetTotal(9L * sources, 20L * sources), TOTAL_CHANGED_MEANWHILE);
        refused(template, new TemplateChange.SetTotal(null, 20L * sources), TOTAL_CHANGED_MEANWHILE);
        change(template, new TemplateChange.SetTotal(10L * sources, 20L * sources));
        refused(template, new TemplateChange.SetTotal(10L * sources, 20L * sources), UNCHANGED);
        refused(template, new TemplateChange.SetTotal(10L * sources, 5L * sources), TOTAL_CHANGED_MEANWHILE);

        assertThat(template(template).spec().total()).isEqualTo(20L * sources);
        assertThat(repository().issues().stock(template.id()).stream()
                        .mapToLong(ShareStock::quota)
                        .sum())
                .isEqualTo(20L * sources);
    }

    @Test
    final void aTotalIsNeverSetBelowWhatIsIssued() {
        int sources = repository().shards().sources();
        Template template = published(terms().total(10L * sources));
        for (int n = 1; n <= 4; n++) {
            granted(template, user(n), "grab-1");
        }

        refused(template, new TemplateChange.SetTotal(10L * sources, 3L), TOTAL_BELOW_ISSUED);
        change(template, new TemplateChange.SetTotal(10L * sources, 4L));

        assertThat(repository().issues().stock(template.id()))
                .allSatisfy(share -> assertThat(share.remaining()).isZero());
        assertThat(statusOf(template, user(5), "grab-1")).isEqualTo(IssueAnswer.Status.SOLD_OUT);
        change(template, new TemplateChange.SetTotal(4L, 4L + sources));
        assertThat(statusOf(template, user(5), "grab-1")).isEqualTo(IssueAnswer.Status.GRANTED);
    }

    @Test
    final void aTotalMayBeLiftedAndSetAgain() {
        int sources = repository().shards().sources();
        Template template = published(terms().total((long) sources));
        granted(template);

        change(template, new TemplateChange.SetTotal((long) sources, null));
        assertThat(repository().issues().stock(template.id()))
                .allSatisfy(share -> assertThat(share.quota()).isNull());
        assertThat(statusOf(template, user(2), "grab-1")).isEqualTo(IssueAnswer.Status.GRANTED);
        assertThat(statusOf(template, user(3), "grab-1")).isEqualTo(IssueAnswer.Status.GRANTED);

        refused(template, new TemplateChange.SetTotal(null, 2L), TOTAL_BELOW_ISSUED);
        change(template, new TemplateChange.SetTotal(null, 3L));
        assertThat(statusOf(template, user(4), "grab-1")).isEqualTo(IssueAnswer.Status.SOLD_OUT);
    }

    @Test
    final void aTotalMayChangeInEveryStateBeforeTheEnd() {
        Template draft = draft(terms());
        change(draft, new TemplateChange.SetTotal(null, 5L));
        assertThat(repository().issues().stock(draft.id())).isEmpty();
        change(draft, new TemplateChange.Publish());
        assertThat(repository().issues().stock(draft.id()).stream()
                        .mapToLong(ShareStock::quota)
                        .sum())
                .isEqualTo(5);
        pause(draft);
        assertThat(change(draft, new TemplateChange.SetTotal(5L, 6L)).spec().total())
                .isEqualTo(6);
    }

    @Test
    final void aNameMayChangeAtAnyTime() {
        Template template = published(terms());
        assertThat(change(template, new TemplateChange.Rename("夏天")).spec().name())
                .isEqualTo("夏天");
        refused(template, new TemplateChange.Rename("夏天"), UNCHANGED);
        end(template);
        assertThat(change(template, new TemplateChange.Rename("winter")).state())
                .isEqualTo(TemplateState.ENDED);
    }

    @Test
    final void aChangeThatMakesNoSenseIsRefusedAndChangesNothing() {
        Template template = published(terms());

        assertThatThrownBy(() -> asked(template, new TemplateChange.SetGrabEnd(GRAB_START)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("grabEnd");

        assertThat(template(template)).isEqualTo(template);
        assertThat(statusOf(template, user(1), "grab-1")).isEqualTo(IssueAnswer.Status.GRANTED);
    }

    @Test
    final void voidingAllKeepsWhoWhenAndWhyOfTheFirstTime() {
        Template template = published(terms());
        clock.advance(Duration.ofSeconds(5));
        String by = "客".repeat(58) + " O'\"\\%"; // as long as it may be
        Voiding voiding = new Voiding(by, "错价 '\"\\%", "void-1", NOW.plusSeconds(5));

        assertThat(change(template, new TemplateChange.VoidAll(by, "错价 '\"\\%", "void-1")))
                .isEqualTo(new Template(template.id(), template.spec(), TemplateState.PUBLISHED, voiding));

        clock.advance(Duration.ofSeconds(5));
        refused(template, new TemplateChange.VoidAll(by, "错价 '\"\\%", "void-1"), UNCHANGED);
        refused(template, new TemplateChange.VoidAll("somebody else", "another reason", "void-2"), UNCHANGED);
        end(template);
        assertThat(template(template).voiding()).isEqualTo(voiding);
    }

    @Test
    final void manyPublishAtOnceAndOneDoesIt() {
        Template template = draft(terms().total(1_000));

        List<TemplateResult.Status> statuses =
                Race.run(n -> asked(template, new TemplateChange.Publish()).status());

        assertThat(statuses).containsOnly(CHANGED, UNCHANGED);
        assertThat(statuses.stream().filter(status -> status == CHANGED)).hasSize(1);
        assertThat(repository().issues().stock(template.id()))
                .hasSize(repository().shards().sources());
    }

    @Test
    final void manyChangeTheTotalAtOnceAndOneDoesIt() {
        Template template = published(terms().total(1_000));

        List<TemplateResult.Status> statuses = Race.run(n ->
                asked(template, new TemplateChange.SetTotal(1_000L, 2_000L + n)).status());

        assertThat(statuses.stream().filter(status -> status == CHANGED)).hasSize(1);
        assertThat(statuses).containsOnly(CHANGED, TOTAL_CHANGED_MEANWHILE);
        assertThat(template(template).spec().total()).isEqualTo(2_000L + statuses.indexOf(CHANGED));
    }

    @Test
    final void aGrabThatBeginsAfterAPauseReturnedIsNotGranted() {
        Template template = published(terms());
        AtomicBoolean paused = new AtomicBoolean();

        List<Integer> grantedAfterwards = Race.run(n -> {
            if (n == Race.THREADS / 2) {
                pause(template);
                paused.set(true);
                return 0;
            }
            int wrong = 0;
            for (int i = 0; i < 5; i++) {
                boolean afterwards = paused.get();
                IssueAnswer.Status status = statusOf(template, user(1 + n * 5 + i), "grab-1");
                assertThat(status).isIn(IssueAnswer.Status.GRANTED, IssueAnswer.Status.PAUSED);
                wrong += afterwards && status == IssueAnswer.Status.GRANTED ? 1 : 0;
            }
            return wrong;
        });

        assertThat(grantedAfterwards).containsOnly(0);
        assertThat(statusOf(template, user(9_999), "grab-1")).isEqualTo(IssueAnswer.Status.PAUSED);
    }

    @Test
    final void aTotalIsLoweredWhileGrabsAreUnderWay() {
        int sources = repository().shards().sources();
        long total = 60L * sources;
        Template template = published(terms().total(total));

        List<Object> answers = Race.run(n -> n % 8 == 7
                ? asked(template, new TemplateChange.SetTotal(total, 20L + n)).status()
                : statusOf(template, user(n + 1), "grab-1"));

        long granted =
                answers.stream().filter(IssueAnswer.Status.GRANTED::equals).count();
        Long now = template(template).spec().total();
        assertThat(granted).isLessThanOrEqualTo(now);
        assertThat(rows(template)).hasSize((int) granted);
        assertThat(answers.stream().filter(CHANGED::equals)).hasSizeLessThanOrEqualTo(1);
    }
}
