package com.couponengine.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.TimeSource;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Order;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRules;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.RequestKey;
import com.couponengine.core.store.Shards;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.template.TemplateResult;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the contracts of the repository's rooms have in common: a fresh repository for each test, a clock moved by hand,
 * words to write the tests with, and a look at the whole store after each test. The contracts of the rooms extend it; an
 * adapter's test extends those and overrides {@link #open}.
 */
public abstract class CouponRepositoryContract {
    /** When every test begins. */
    protected static final Instant NOW = Instant.parse("2030-03-15T10:00:00Z");

    protected static final Instant GRAB_START = NOW.minus(Duration.ofHours(1));
    protected static final Instant GRAB_END = NOW.plus(Duration.ofHours(1));
    protected static final Instant VALID_FROM = NOW.minus(Duration.ofDays(1));
    protected static final Instant EXPIRES = NOW.plus(Duration.ofDays(30));

    protected static final Duration ONE_MILLI = Duration.ofMillis(1);

    protected final MovableClock clock = new MovableClock(NOW);
    protected final RedemptionRules rules = new RedemptionRules(LineScope.WHOLE_ORDER);

    private final CouponCodes codes = new CouponCodes();
    private final EventsSeen events = new EventsSeen();
    private RepositoryFixture fixture;
    private CouponRepository repository;

    /**
     * Opens an empty repository.
     *
     * @param time the repository's only clock
     */
    protected abstract RepositoryFixture open(TimeSource time) throws Exception;

    @BeforeEach
    final void openRepository() throws Exception {
        fixture = open(clock);
        repository = fixture.repository();
    }

    @AfterEach
    final void theStoreIsSoundAfterwards() {
        try (RepositoryFixture opened = fixture) {
            if (opened != null) {
                events.drain(repository.outbox());
                new RepositoryInvariants(opened, events).check();
            }
        }
    }

    protected final CouponRepository repository() {
        return repository;
    }

    // --- templates

    /** Terms that most tests can use: 5.00 off, as many as wanted, one a user, being grabbed. */
    protected static TemplateSpec.Builder terms() {
        return TemplateSpec.builder()
                .name("spring")
                .discount(Discount.amountOff("5.00", "CNY"))
                .unlimitedTotal()
                .perUserLimit(1)
                .grabWindow(GRAB_START, GRAB_END)
                .validity(Validity.between(VALID_FROM, EXPIRES));
    }

    protected final Template draft(TemplateSpec.Builder terms) {
        return repository.templates().create(terms.build());
    }

    protected final Template published(TemplateSpec.Builder terms) {
        Template draft = draft(terms);
        change(draft, new TemplateChange.Publish());
        return template(draft);
    }

    protected final Template template(Template template) {
        return repository.templates().find(template.id()).orElseThrow();
    }

    /** Makes a change that must be right. */
    protected final Template change(Template template, TemplateChange change) {
        TemplateResult result = repository.templates().change(template.id(), change);
        assertThat(result.status()).as("%s of %s", change, template).isEqualTo(TemplateResult.Status.CHANGED);
        return template(template);
    }

    protected final void pause(Template template) {
        change(template, new TemplateChange.Pause());
    }

    protected final void end(Template template) {
        change(template, new TemplateChange.End());
    }

    protected final void voidAll(Template template) {
        change(template, new TemplateChange.VoidAll("Li Lei", "wrong price", "void-all-1"));
    }

    // --- issuing

    /** The n-th user, from 1, of the first data source. */
    protected final long user(int n) {
        int tables = CouponCode.TABLES / repository.shards().sources();
        return (long) n / tables * CouponCode.TABLES + n % tables;
    }

    protected final ShareId share(Template template) {
        return new ShareId(template.id(), 0);
    }

    protected final ShareStock stock(Template template) {
        return repository.issues().stock(template.id()).get(0);
    }

    protected final CouponCode code(long userId) {
        return codes.next(userId);
    }

    protected final IssueRequest request(Template template, long userId, String requestId) {
        return request(template, userId, requestId, code(userId));
    }

    protected final IssueRequest request(Template template, long userId, String requestId, CouponCode code) {
        Instant now = clock.now();
        Validity.Window window =
                template.spec().validity().windowOf(now, template.spec().zone());
        return new IssueRequest(userId, requestId, code, 1, now, window.from(), window.until());
    }

    /** Issues a batch on the data source of its first request, without a gate. */
    protected final List<IssueAnswer> issue(Template template, List<IssueRequest> requests) {
        return issue(template, OptionalLong.empty(), requests);
    }

    protected final List<IssueAnswer> issue(Template template, OptionalLong epoch, List<IssueRequest> requests) {
        int source = repository.shards().sourceOfUser(requests.get(0).userId());
        List<IssueAnswer> answers =
                repository.issues().issue(new IssueBatch(new ShareId(template.id(), source), epoch, requests));
        assertThat(answers).hasSameSizeAs(requests);
        for (IssueAnswer answer : answers) {
            boolean granted = answer.status() == IssueAnswer.Status.GRANTED
                    || answer.status() == IssueAnswer.Status.ALREADY_GRANTED;
            assertThat(answer.coupon() != null).as("a coupon in %s", answer).isEqualTo(granted);
        }
        return answers;
    }

    protected final IssueAnswer issue(Template template, IssueRequest request) {
        return issue(template, List.of(request)).get(0);
    }

    protected final IssueAnswer issue(Template template, long userId, String requestId) {
        return issue(template, request(template, userId, requestId));
    }

    protected final IssueAnswer.Status statusOf(Template template, long userId, String requestId) {
        return issue(template, userId, requestId).status();
    }

    /** A coupon that must be granted. */
    protected final Coupon granted(Template template, long userId, String requestId) {
        IssueAnswer answer = issue(template, userId, requestId);
        assertThat(answer.status()).isEqualTo(IssueAnswer.Status.GRANTED);
        return answer.coupon();
    }

    /** A coupon for the first user. */
    protected final Coupon granted(Template template) {
        return granted(template, user(1), "grab-1");
    }

    /** What a request was granted, archived or not. */
    protected final Optional<Coupon> found(long userId, String requestId) {
        return repository
                .issues()
                .find(List.of(new RequestKey(userId, requestId)))
                .get(0);
    }

    protected static List<IssueAnswer.Status> statuses(List<IssueAnswer> answers) {
        return answers.stream().map(IssueAnswer::status).toList();
    }

    // --- redeeming

    protected static Money yuan(String amount) {
        return Money.of(amount, "CNY");
    }

    protected static Order order(String amount) {
        return Order.of(yuan(amount));
    }

    /** Carries out one command by the engine's rules. */
    protected final RedemptionResult run(RedemptionCommand command) {
        return run(List.of(command)).get(0);
    }

    protected final List<RedemptionResult> run(List<RedemptionCommand> commands) {
        List<RedemptionResult> results = repository.redemptions().change(commands, rules);
        assertThat(results).hasSameSizeAs(commands);
        return results;
    }

    protected final RedemptionResult redeem(Coupon coupon, String orderId) {
        return run(new RedemptionCommand.Redeem(coupon.code(), coupon.userId(), orderId, 1, order("20.00")));
    }

    protected final Coupon stored(Coupon coupon) {
        return repository.coupons().find(coupon.code()).orElseThrow();
    }

    protected final List<CouponEvent> ledger(Coupon coupon) {
        return repository.coupons().ledger(coupon.code());
    }

    // --- looking around the port

    protected final List<StoredRow> rows(Template template) {
        return fixture.rows(template.id());
    }

    protected final List<StoredRow> rowsOf(Template template, long userId) {
        return rows(template).stream().filter(row -> row.userId() == userId).toList();
    }

    protected final boolean isFenced(CouponCode code) {
        return fixture.isFenced(code);
    }

    // --- events

    /** Takes all batches out of a stream, acknowledging them. */
    protected final List<EventBatch> drain(int stream) {
        return events.drain(repository.outbox(), stream);
    }

    /** Acknowledges the first batches of a stream. */
    protected final void acknowledge(List<EventBatch> batches) {
        events.acknowledge(repository.outbox(), batches);
    }

    /** Takes all events out of the outbox; those of one coupon stand in their order. */
    protected final List<CouponEvent> drainEvents() {
        List<CouponEvent> drained = new ArrayList<>();
        for (int stream = 0; stream < Shards.STREAMS; stream++) {
            drain(stream).forEach(batch -> drained.addAll(batch.events()));
        }
        return drained;
    }
}
