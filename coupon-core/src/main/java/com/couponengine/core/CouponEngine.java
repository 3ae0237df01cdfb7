package com.couponengine.core;

import com.couponengine.core.admin.TemplateAdmin;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Order;
import com.couponengine.core.error.ConfigurationException;
import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.event.EventPublisher;
import com.couponengine.core.event.internal.EventRelay;
import com.couponengine.core.gate.StockGate;
import com.couponengine.core.grab.Audience;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.grab.internal.Campaigns;
import com.couponengine.core.grab.internal.Grabber;
import com.couponengine.core.internal.Deadlines;
import com.couponengine.core.massissue.MassIssue;
import com.couponengine.core.metrics.EngineFigures;
import com.couponengine.core.metrics.internal.Counters;
import com.couponengine.core.quote.Quote;
import com.couponengine.core.quote.QuoteRules;
import com.couponengine.core.redeem.InFlightGuard;
import com.couponengine.core.redeem.internal.Flights;
import com.couponengine.core.redeem.internal.RedeemDesk;
import com.couponengine.core.redeem.internal.Together;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRules;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.repair.Rebuilder;
import com.couponengine.core.repair.Reconciler;
import com.couponengine.core.store.CouponReader;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.upkeep.Upkeep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coupon engine. A host builds one from a repository (the database, which decides), a stock gate (which keeps the
 * crowd off it) and, if it wants events, a publisher; and closes it at its end. Thread-safe.
 *
 * <p>Grabs and commands on coupons answer with values, also when servers fail, within {@link EngineOptions#callLimit};
 * only wrong input throws ({@link InvalidInputException}), before anything is done.
 */
public final class CouponEngine implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CouponEngine.class);

    private static final int TOGETHER_MAX = 100;

    private final EngineOptions options;
    private final Audience audience;
    private final ScheduledThreadPoolExecutor background;
    private final EventRelay relay;
    private final Grabber grabber;
    private final RedeemDesk desk;
    private final Flights flights;
    private final TemplateAdmin templates;
    private final Reconciler reconciler;
    private final Upkeep upkeep;
    private final MassIssue massIssue;
    private final CouponReader coupons;
    private final QuoteRules quotes;
    private final Counters counters;
    private final Deadlines deadlines;
    private volatile boolean closed;

    private CouponEngine(Builder builder, CouponRepository repository, StockGate gate) {
        this.options = builder.options;
        this.audience = builder.audience;
        TimeSource time = builder.time;
        RedemptionRules rules = new RedemptionRules(builder.scope);
        quotes = new QuoteRules(builder.scope);
        deadlines = new Deadlines(options.callLimit());
        counters = new Counters(this::waitingGrabs, this::waitingRedemptions);
        background = new ScheduledThreadPoolExecutor(2, task -> {
            Thread thread = new Thread(task, "coupon-background");
            thread.setDaemon(true);
            return thread;
        });
        background.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        int sources = repository.shards().sources();
        Campaigns campaigns = new Campaigns(
                repository.templates(), sources, options.templateAgeMax(), options.soldOutMax(), background);
        Rebuilder rebuilder = new Rebuilder(
                gate,
                repository.issues(),
                repository.templates(),
                share -> campaigns.reopen(share.templateId(), share.source()),
                background,
                options.rebuildPause(),
                counters);
        relay = new EventRelay(repository.outbox(), builder.events, options.relayIdle(), counters);
        grabber = new Grabber(
                repository,
                gate,
                campaigns,
                rebuilder,
                time,
                new CouponCodes(),
                options,
                deadlines,
                counters,
                relay::nudge);
        desk = new RedeemDesk(
                repository.redemptions(),
                rules,
                sources,
                options.redeemLanes(),
                options.waitingMax(),
                options.commitBatchMax(),
                relay::nudge);
        flights = new Flights(builder.inFlightGuard, options.callLimit(), background);
        templates = new TemplateAdmin(repository, rebuilder, campaigns);
        reconciler = new Reconciler(repository, gate, rebuilder, time, counters);
        upkeep = new Upkeep(repository, rules);
        coupons = new CheckedReader(repository.coupons());
        massIssue = new MassIssue(this::issue);
        relay.start();
        Duration every = options.reconcileEvery();
        if (!every.isZero()) {
            var unused = background.scheduleWithFixedDelay(
                    this::reconcileQuietly, every.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Grabs a coupon for a user, as {@link #grab(GrabRequest)}. */
    public GrabResult grab(long userId, long templateId, String requestId) {
        return grab(GrabRequest.of(userId, templateId, requestId));
    }

    /**
     * Grabs a coupon (领券) and waits for the answer, {@link EngineOptions#callLimit} at the most; then the answer is
     * OUTCOME_UNKNOWN. Works on platform and on virtual threads. If the thread is interrupted, it answers
     * OUTCOME_UNKNOWN at once and leaves the thread interrupted.
     *
     * <p>Idempotent per (user, request id): a repeat of a granted request is answered ALREADY_GRANTED with the same
     * coupon. Mark repeats as such ({@link GrabRequest#again}).
     *
     * @throws InvalidInputException only if there is no request; a request has checked itself
     */
    public GrabResult grab(GrabRequest request) {
        Mistakes.given("request", request);
        GrabResult early = early(request, audience);
        GrabResult answer = early != null
                ? early
                : await(grabber.start(request, audience), GrabResult.refused(GrabStatus.OUTCOME_UNKNOWN));
        counters.grabbed(answer.status());
        return answer;
    }

    /**
     * As {@link #grab(GrabRequest)}, without waiting; OUTCOME_UNKNOWN comes as soon after {@link EngineOptions#callLimit}.
     * The answer comes on a thread of the engine, which must not be blocked by what depends on it. Only the first grab of
     * a template in this process, and those of drafts and unknown templates, read the database on the caller's thread, for
     * as long as the repository's own limit at the most. Cancelling the future lets a grab that was not
     * started yet be left out.
     */
    public CompletableFuture<GrabResult> grabAsync(GrabRequest request) {
        Mistakes.given("request", request);
        return start(request, audience);
    }

    private CompletableFuture<GrabResult> start(GrabRequest request, Audience admitted) {
        GrabResult early = early(request, admitted);
        if (early != null) {
            counters.grabbed(early.status());
            return CompletableFuture.completedFuture(early);
        }
        CompletableFuture<GrabResult> answer = grabber.start(request, admitted);
        var unused = answer.thenAccept(result -> counters.grabbed(result.status()));
        return answer;
    }

    private @Nullable GrabResult early(GrabRequest request, Audience admitted) {
        return closed ? GrabResult.refused(GrabStatus.UNAVAILABLE) : grabber.early(request, admitted);
    }

    /** For jobs, which repeat what was answered UNAVAILABLE: a closed engine ends them. */
    private CompletableFuture<GrabResult> issue(GrabRequest request) {
        if (closed) {
            throw new StoreUnavailableException("the engine is closed");
        }
        return start(request, Audience.EVERYBODY);
    }

    /**
     * Redeems a coupon (核销) on an order, as its first attempt. For a later attempt, or by the code alone, see {@link
     * com.couponengine.core.redemption.OrderAttempt}.
     *
     * @param code as the user typed it; see {@link CouponCode#parse}
     * @param order the order's lines at their final prices
     * @throws InvalidInputException if an argument is wrong
     */
    public RedemptionResult redeem(long userId, String code, String orderId, Order order) {
        return apply(new RedemptionCommand.Redeem(CouponCode.parse(code), userId, orderId, 1, order));
    }

    /** Holds a coupon for an order that pays later, as its first attempt. */
    public RedemptionResult hold(long userId, String code, String orderId, Order order, Duration keepFor) {
        return apply(new RedemptionCommand.Hold(CouponCode.parse(code), userId, orderId, 1, order, keepFor));
    }

    /**
     * The order that holds a coupon has paid: redeems it at the discount of the hold, for its first attempt. Also after
     * the hold's deadline, as long as nobody else has taken the coupon, it is not past its end, and it can still be
     * combined with the order's others.
     */
    public RedemptionResult confirm(long userId, String code, String orderId) {
        return apply(new RedemptionCommand.Confirm(CouponCode.parse(code), userId, orderId, 1));
    }

    /**
     * The order was cancelled: ends the hold or the use of its first attempt, by the template's policy. The release of an
     * attempt that was not seen yet makes that attempt refuse, and earlier ones with it; it does not end an earlier
     * attempt's hold, which has a release of its own or lapses at its deadline. As it changes no coupon, it is remembered
     * but is no ledger entry.
     */
    public RedemptionResult release(long userId, String code, String orderId) {
        return apply(new RedemptionCommand.Release(CouponCode.parse(code), userId, orderId, 1, null));
    }

    /**
     * Takes a coupon back for good. A redeemed one cannot be taken back: release it first. The ledger keeps who did it,
     * when and why.
     *
     * @param by who does it, as the host names them, 1 to 64 characters
     * @param reason for people, 1 to 200 characters
     * @param requestId the host's key of the act
     */
    public RedemptionResult voidCoupon(String code, String by, String reason, String requestId) {
        return apply(new RedemptionCommand.VoidCoupon(CouponCode.parse(code), by, reason, requestId));
    }

    /**
     * Carries out any command on a coupon and waits for the answer, {@link EngineOptions#callLimit} at the most; then
     * the answer is OUTCOME_UNKNOWN. Every command is idempotent: repeated, it gets the answer that the first got.
     */
    public RedemptionResult apply(RedemptionCommand command) {
        RedemptionResult answer = await(start(command), RedemptionResult.of(RedemptionStatus.OUTCOME_UNKNOWN));
        counters.answered(answer);
        return answer;
    }

    /**
     * As {@link #apply}, without waiting; OUTCOME_UNKNOWN comes as soon after {@link EngineOptions#callLimit}. The answer comes
     * on a thread of the engine, which must not be blocked. An in-flight guard, if there is one, is asked on the caller's
     * thread.
     */
    public CompletableFuture<RedemptionResult> applyAsync(RedemptionCommand command) {
        CompletableFuture<RedemptionResult> answer = start(command);
        if (!answer.isDone()) {
            deadlines.watch(answer, RedemptionResult.of(RedemptionStatus.OUTCOME_UNKNOWN));
        }
        var unused = answer.thenAccept(counters::answered);
        return answer;
    }

    private CompletableFuture<RedemptionResult> start(RedemptionCommand command) {
        Mistakes.given("command", command);
        if (closed) {
            return CompletableFuture.completedFuture(RedemptionResult.of(RedemptionStatus.UNAVAILABLE));
        }
        long deadline = System.nanoTime() + options.callLimit().toNanos();
        return flights.start(
                List.of(command),
                deadline,
                RedemptionResult.of(RedemptionStatus.IN_FLIGHT),
                () -> desk.start(command, deadline));
    }

    /**
     * What a user's coupons would give on an order that has no id yet: the usable ones best first, the unusable ones with
     * the reason, and the best combination. One query; nothing is written, nothing is kept by it.
     *
     * @throws InvalidInputException if the user cannot be one
     * @throws StoreUnavailableException if the database cannot be read
     */
    public Quote quote(long userId, Order order) {
        Mistakes.given("order", order);
        return quotes.quote(coupons.holdings(userId), null, order);
    }

    /** As {@link #quote(long, Order)}, for an order that has its id: what it holds already counts as free. */
    public Quote quote(long userId, String orderId, Order order) {
        new Mistakes()
                .key("orderId", orderId)
                .require(order != null, "order", order, "must be given")
                .throwIfAny();
        return quotes.quote(coupons.holdings(userId), orderId, order);
    }

    /**
     * Carries out steps of one order with several coupons of one user together: all of them, in one transaction, or none.
     * Waits as {@link #apply} does, and is as idempotent. If one of the steps cannot be done, it says why, and those that
     * could are answered NOT_TOGETHER. If a redeem or hold among them is under way in another call, nothing is started and
     * all are answered IN_FLIGHT; an in-flight guard, if there is one, is asked on the caller's thread.
     *
     * @param steps 1 to 100, for coupons in the order in which they are applied, as {@link Quote#best} has them. Each
     *     names the user: codes alone could be several users', whose orders have nothing to do with each other. Who has
     *     only codes reads the owner with {@link CouponReader#find}
     * @return an answer for each step, in the same order
     * @throws InvalidInputException if the steps are not of one order and one user, or name a coupon twice; nothing has
     *     been done
     */
    public List<RedemptionResult> applyTogether(List<? extends RedemptionCommand.OfOrder> steps) {
        Mistakes.given("steps", steps);
        new Mistakes()
                .require(
                        !steps.isEmpty() && steps.size() <= TOGETHER_MAX,
                        "steps",
                        steps.size(),
                        "must be 1 to " + TOGETHER_MAX)
                .noNulls("steps", steps)
                .throwIfAny();
        Together.check(steps);
        List<RedemptionResult> answers = together(steps);
        answers.forEach(counters::answered);
        return answers;
    }

    private List<RedemptionResult> together(List<? extends RedemptionCommand.OfOrder> steps) {
        if (closed) {
            return all(steps, RedemptionStatus.UNAVAILABLE);
        }
        long deadline = System.nanoTime() + options.callLimit().toNanos();
        List<RedemptionCommand> commands = List.copyOf(steps);
        return await(
                flights.start(
                        commands,
                        deadline,
                        all(commands, RedemptionStatus.IN_FLIGHT),
                        () -> desk.startTogether(commands, deadline)),
                all(commands, RedemptionStatus.OUTCOME_UNKNOWN));
    }

    private static List<RedemptionResult> all(List<?> steps, RedemptionStatus status) {
        return Collections.nCopies(steps.size(), RedemptionResult.of(status));
    }

    /** Administration of templates. */
    public TemplateAdmin templates() {
        return templates;
    }

    /** Reading coupons, wallets and ledgers. */
    public CouponReader coupons() {
        return coupons;
    }

    /** Issuing to many users at once. */
    public MassIssue massIssue() {
        return massIssue;
    }

    /** Expiry and archive; to be run regularly by the host. */
    public Upkeep upkeep() {
        return upkeep;
    }

    /** Settling what failures left open. The engine runs it by itself, see {@link EngineOptions#reconcileEvery}. */
    public Reconciler reconciler() {
        return reconciler;
    }

    /** What this engine has done since it was built, for the host's monitoring. Always the same, and always current. */
    public EngineFigures figures() {
        return counters;
    }

    private long waitingGrabs() {
        return grabber.waiting();
    }

    private long waitingRedemptions() {
        return desk.waiting();
    }

    /** Publishes all events that wait, on this thread, as far as the publisher takes them. */
    public void publishEvents() {
        relay.drain();
    }

    private <T> T await(CompletableFuture<T> answer, T unknown) {
        try {
            return answer.get(options.callLimit().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return unknown;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unknown;
        } catch (ExecutionException e) {
            log.error("an answer failed", e);
            return unknown;
        }
    }

    private void reconcileQuietly() {
        try {
            reconciler.reconcile();
        } catch (CouponEngineException e) {
            log.warn("reconciliation has to wait: {}", e.getMessage());
        } catch (RuntimeException e) {
            log.error("reconciliation failed", e);
        }
    }

    /**
     * Takes no more calls, answers those under way, and ends the engine's threads. Repository, gate and publisher belong
     * to the host and stay open. Grabs and commands after this are answered UNAVAILABLE at once, chunks of a mass issue
     * end in {@link StoreUnavailableException}; reading goes on, as only the repository is needed for it.
     */
    @Override
    public void close() {
        closed = true;
        background.shutdown();
        grabber.close();
        desk.close();
        deadlines.close();
        relay.close();
    }

    /** Puts an engine together. Not thread-safe. */
    public static final class Builder {
        private @Nullable CouponRepository repository;
        private @Nullable StockGate gate;
        private EventPublisher events = List::size;
        private TimeSource time = TimeSource.system();
        private Audience audience = Audience.EVERYBODY;
        private LineScope scope = LineScope.WHOLE_ORDER;
        private @Nullable InFlightGuard inFlightGuard;
        private EngineOptions options = EngineOptions.defaults();

        private Builder() {}

        /** The database. Must be given. */
        public Builder repository(CouponRepository value) {
            repository = value;
            return this;
        }

        /** The gate in front of it. Must be given. */
        public Builder gate(StockGate value) {
            gate = value;
            return this;
        }

        /**
         * Where events go. By default nowhere: they are dropped. All engines on the same databases share one outbox, and
         * each publishes whatever waits there. So all need the same publisher: one without drops events of the others,
         * too.
         */
        public Builder events(EventPublisher value) {
            events = value;
            return this;
        }

        /**
         * What time it is for early refusals and for the issue of a coupon. This host's clock by default. The repository's
         * clock decides again when a coupon is issued, and alone when it is used, so keep the two in step: as long as they
         * differ, the beginning and the end of a grab window are told by the stricter one.
         */
        public Builder time(TimeSource value) {
            time = value;
            return this;
        }

        /** Who may grab what. Everybody by default. */
        public Builder audience(Audience value) {
            audience = value;
            return this;
        }

        /** Which lines of an order coupons apply to. The whole order by default. */
        public Builder lineScope(LineScope value) {
            scope = value;
            return this;
        }

        /**
         * What keeps repeated clicks off a coupon's row while its redeem or hold is under way. None by default.
         */
        public Builder inFlightGuard(InFlightGuard value) {
            inFlightGuard = value;
            return this;
        }

        /** The settings. */
        public Builder options(EngineOptions value) {
            options = value;
            return this;
        }

        /**
         * Starts the engine.
         *
         * @throws ConfigurationException naming everything that is missing or does not fit
         */
        public CouponEngine build() {
            List<String> problems = new ArrayList<>();
            missing(problems, "repository", repository);
            missing(problems, "gate", gate);
            missing(problems, "events", events);
            missing(problems, "time", time);
            missing(problems, "audience", audience);
            missing(problems, "lineScope", scope);
            missing(problems, "options", options);
            if (repository != null && options != null) {
                int sources = repository.shards().sources();
                if (options.issueLanes() % sources != 0) {
                    problems.add("options.issueLanes = " + options.issueLanes() + ": must be a multiple of the "
                            + sources + " data sources");
                }
                if (options.redeemLanes() % sources != 0) {
                    problems.add("options.redeemLanes = " + options.redeemLanes() + ": must be a multiple of the "
                            + sources + " data sources");
                }
            }
            if (repository == null || gate == null || !problems.isEmpty()) {
                throw new ConfigurationException(problems);
            }
            return new CouponEngine(this, repository, gate);
        }

        private static void missing(List<String> problems, String property, @Nullable Object value) {
            if (value == null) {
                problems.add(property + ": must be given");
            }
        }
    }
}
