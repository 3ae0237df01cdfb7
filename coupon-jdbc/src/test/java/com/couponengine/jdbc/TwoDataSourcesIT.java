package com.couponengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.TemplateState;
import com.couponengine.core.template.Validity;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A change that concerns two data sources of which the second one is away. */
@Timeout(180)
class TwoDataSourcesIT {
    private static final long ON_FIRST = 1;
    private static final long ON_SECOND = 33;

    private final CouponCodes codes = new CouponCodes();
    private SqlServer second;
    private JdbcCouponRepository repository;

    @BeforeEach
    void open() {
        second = SqlServer.start(SqlVariant.MARIADB);
        SqlDatabase one = SqlServer.shared(SqlVariant.MARIADB).newDatabase();
        SqlDatabase two = second.newDatabase();
        repository = JdbcCouponRepository.builder()
                .database(one.url(), one.user(), one.password())
                .database(two.url(), two.user(), two.password())
                .callLimit(Duration.ofSeconds(4))
                .lockWaitLimit(Duration.ofSeconds(1))
                .connectionWaitLimit(Duration.ofSeconds(1))
                .poolSizeMax(2)
                .installSchema()
                .open();
    }

    @AfterEach
    void close() {
        if (repository != null) {
            repository.close();
        }
        second.close();
    }

    private long draft() {
        Instant now = Instant.now();
        return repository
                .templates()
                .create(TemplateSpec.builder()
                        .name("two")
                        .discount(Discount.amountOff("5.00", "CNY"))
                        .total(10)
                        .grabWindow(now.minusSeconds(60), now.plus(Duration.ofHours(1)))
                        .validity(Validity.daysAfterGrab(7))
                        .build())
                .id();
    }

    private long published() {
        long template = draft();
        change(template, new TemplateChange.Publish());
        return template;
    }

    private void change(long template, TemplateChange change) {
        assertThat(repository.templates().change(template, change).isDone()).isTrue();
    }

    private Template template(long id) {
        return repository.templates().find(id).orElseThrow();
    }

    private IssueAnswer.Status issue(long template, long user, String requestId) {
        Instant now = Instant.now();
        IssueRequest request =
                new IssueRequest(user, requestId, codes.next(user), 1, now, now, now.plus(Duration.ofDays(1)));
        ShareId share = new ShareId(template, repository.shards().sourceOfUser(user));
        return repository
                .issues()
                .issue(new IssueBatch(share, OptionalLong.empty(), List.of(request)))
                .get(0)
                .status();
    }

    private void whileTheSecondIsAway(Runnable work) {
        second.killNine();
        try {
            work.run();
        } finally {
            second.restart();
        }
    }

    private void failsWithinItsLimit(
            long template, TemplateChange change, Class<? extends CouponEngineException> type) {
        long start = System.nanoTime();
        assertThatThrownBy(() -> repository.templates().change(template, change))
                .isInstanceOf(type);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    }

    @Test
    void aPauseThatCannotReachTheSecondIsNotToldDoneAndItsRepeatIsInForceOnBoth() {
        long template = published();

        whileTheSecondIsAway(() -> {
            failsWithinItsLimit(template, new TemplateChange.Pause(), StoreUnavailableException.class);
            assertThat(template(template).state()).as("nothing was changed").isEqualTo(TemplateState.PUBLISHED);
            assertThat(issue(template, ON_FIRST, "a")).isEqualTo(IssueAnswer.Status.GRANTED);
        });

        change(template, new TemplateChange.Pause());
        assertThat(issue(template, ON_FIRST, "b")).isEqualTo(IssueAnswer.Status.PAUSED);
        assertThat(issue(template, ON_SECOND, "b")).isEqualTo(IssueAnswer.Status.PAUSED);
    }

    @Test
    void aPublishThatCannotReachTheSecondIsUnknownAndItsRepeatOpensBoth() {
        long template = draft();

        whileTheSecondIsAway(
                () -> failsWithinItsLimit(template, new TemplateChange.Publish(), OutcomeUnknownException.class));

        change(template, new TemplateChange.Publish());
        assertThat(issue(template, ON_FIRST, "a")).isEqualTo(IssueAnswer.Status.GRANTED);
        assertThat(issue(template, ON_SECOND, "a")).isEqualTo(IssueAnswer.Status.GRANTED);
        assertQuotas(template, 10);
    }

    @Test
    void aTotalThatIsRaisedWhileTheSecondIsAwayIsNeverMoreThanItSays() {
        long template = published();

        whileTheSecondIsAway(() ->
                failsWithinItsLimit(template, new TemplateChange.SetTotal(10L, 20L), OutcomeUnknownException.class));
        assertThat(repository.issues().stock(template).stream()
                        .mapToLong(ShareStock::quota)
                        .sum())
                .isBetween(10L, 20L);

        change(template, new TemplateChange.SetTotal(10L, 20L));
        assertQuotas(template, 20);
    }

    @Test
    void aTotalThatIsLoweredWhileTheSecondIsAwayIsLoweredByItsRepeat() {
        long template = published();

        whileTheSecondIsAway(
                () -> failsWithinItsLimit(template, new TemplateChange.SetTotal(10L, 4L), CouponEngineException.class));
        assertThat(template(template).spec().total()).isIn(4L, 10L);

        change(template, new TemplateChange.SetTotal(10L, 4L));
        assertQuotas(template, 4);
    }

    private void assertQuotas(long template, long total) {
        assertThat(template(template).spec().total()).isEqualTo(total);
        assertThat(repository.issues().stock(template).stream()
                        .mapToLong(ShareStock::quota)
                        .sum())
                .isEqualTo(total);
    }
}
