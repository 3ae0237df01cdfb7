package com.couponengine.core.grab.internal;

import com.couponengine.core.EngineOptions;
import com.couponengine.core.EngineOptions.GateDown;
import com.couponengine.core.TimeSource;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import com.couponengine.core.grab.Audience;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.internal.Deadlines;
import com.couponengine.core.metrics.internal.Counters;
import com.couponengine.core.repair.Rebuilder;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.template.Template;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The way of a grab: refused early from what this process knows, else reserved in the gate ({@link ReserveStep}), issued
 * by the database ({@link IssueStep}), and its reservation ended ({@link SettleStep}). Retries and users at their limit
 * pass {@link LookUpStep}; commits in doubt pass {@link FenceStep}. Thread-safe.
 */
public final class Grabber implements AutoCloseable {
    private final CouponRepository repository;
    private final Campaigns campaigns;
    private final Rebuilder rebuilder;
    private final TimeSource time;
    private final CouponCodes codes;
    private final EngineOptions options;
    private final Runnable eventsWait;
    private final Semaphore databaseOnly;

    private final Deadlines deadlines;
    private final SettleStep settle;
    private final FenceStep fence;
    private final LookUpStep lookUp;
    private final IssueStep issue;
    private final ReserveStep reserve;

    /** @param eventsWait called when events may wait in the outbox */
    public Grabber(
            CouponRepository repository,
            StockGate gate,
            Campaigns campaigns,
            Rebuilder rebuilder,
            TimeSource time,
            CouponCodes codes,
            EngineOptions options,
            Deadlines deadlines,
            Counters counters,
            Runnable eventsWait) {
        this.repository = repository;
        this.campaigns = campaigns;
        this.rebuilder = rebuilder;
        this.time = time;
        this.codes = codes;
        this.options = options;
        this.eventsWait = eventsWait;
        this.databaseOnly = new Semaphore(options.databaseOnlyMax());
        int waitingMax = options.waitingMax();
        this.deadlines = deadlines;
        settle = new SettleStep(gate);
        fence = new FenceStep(repository.issues(), settle, waitingMax);
        lookUp = new LookUpStep(repository.issues(), repository.shards(), waitingMax);
        issue = new IssueStep(
                repository.issues(),
                repository.shards().sources(),
                time,
                settle,
                options.issueLanes(),
                waitingMax,
                options.commitBatchMax(),
                counters,
                new AfterIssue());
        reserve = new ReserveStep(gate, time, options.reservationLimit(), waitingMax, rebuilder, new AfterReserve());
    }

    /**
     * What can be answered without any I/O, or null if the grab has to be started. Faults of the database on the first
     * look at a template are answered UNAVAILABLE.
     */
    public @Nullable GrabResult early(GrabRequest request, Audience audience) {
        return request.retry() ? null : known(request, audience);
    }

    private @Nullable GrabResult known(GrabRequest request, Audience audience) {
        Campaign campaign;
        try {
            campaign = campaigns.of(request.templateId());
        } catch (CouponEngineException e) {
            return GrabResult.refused(GrabStatus.UNAVAILABLE);
        }
        Template template = campaign.template();
        if (template == null) {
            return GrabResult.refused(GrabStatus.UNKNOWN_TEMPLATE);
        }
        if (template.isVoid()) {
            return GrabResult.refused(GrabStatus.VOIDED);
        }
        GrabStatus closed = switch (template.state()) {
            case DRAFT -> GrabStatus.NOT_PUBLISHED;
            case PAUSED -> campaign.isFresh() ? GrabStatus.PAUSED : null; // may have been resumed since
            case ENDED -> GrabStatus.ENDED;
            case PUBLISHED -> null;
        };
        if (closed != null) {
            return GrabResult.refused(closed);
        }
        if (campaign.isSoldOut()) {
            return GrabResult.refused(GrabStatus.SOLD_OUT);
        }
        Instant now = time.now();
        if (now.isBefore(template.spec().grabStart())) {
            return GrabResult.refused(GrabStatus.NOT_STARTED);
        }
        if (!now.isBefore(template.spec().grabEnd()) && campaign.isFresh()) { // may have been moved since
            return GrabResult.refused(GrabStatus.ENDED);
        }
        if (!audience.admits(request.userId(), request.templateId())) {
            return GrabResult.refused(GrabStatus.NOT_ELIGIBLE);
        }
        return null;
    }

    /**
     * Starts a grab that {@link #early} had no answer for. The answer always comes, within the call limit, and never as
     * an exception.
     */
    public CompletableFuture<GrabResult> start(GrabRequest request, Audience audience) {
        CompletableFuture<GrabResult> answer = new CompletableFuture<>();
        deadlines.watch(answer, GrabResult.refused(GrabStatus.OUTCOME_UNKNOWN));
        if (request.retry()) {
            lookUp.lookUp(request, answer, notGranted -> {
                GrabResult refused = known(notGranted, audience);
                if (refused != null) {
                    answer.complete(refused);
                } else {
                    reserve(notGranted, answer);
                }
            });
        } else {
            reserve(request, answer);
        }
        return answer;
    }

    private void reserve(GrabRequest request, CompletableFuture<GrabResult> answer) {
        Campaign campaign;
        try {
            campaign = campaigns.of(request.templateId());
        } catch (CouponEngineException e) {
            answer.complete(GrabResult.refused(GrabStatus.UNAVAILABLE));
            return;
        }
        ShareId share = new ShareId(request.templateId(), repository.shards().sourceOfUser(request.userId()));
        long deadline = System.nanoTime() + options.callLimit().toNanos();
        reserve.start(new PendingGrab(request, campaign, share, codes.next(request.userId()), deadline, answer));
    }

    private final class AfterReserve implements ReserveStep.Next {
        @Override
        public void reserved(PendingGrab grab) {
            issue.start(grab);
        }

        @Override
        public void gateDown(PendingGrab grab) {
            if (options.gateDown() == GateDown.REFUSE) {
                grab.answer(GrabStatus.UNAVAILABLE);
            } else if (databaseOnly.tryAcquire()) {
                var unused = grab.answer.whenComplete((result, failure) -> databaseOnly.release());
                grab.reservation = null;
                issue.start(grab);
            } else {
                grab.answer(GrabStatus.BUSY);
            }
        }

        @Override
        public void limitReached(PendingGrab grab) {
            lookUp.lookUp(grab.request, grab.answer, notGranted -> grab.answer(GrabStatus.LIMIT_REACHED));
        }
    }

    private final class AfterIssue implements IssueStep.Next {
        @Override
        public void staleEpoch(PendingGrab grab) {
            if (grab.isFirstTry()) {
                reserve.again(grab);
            } else { // the gate itself is behind: a rebuild stopped half-way
                reserve.afterRebuild(grab.share, List.of(grab));
            }
        }

        @Override
        public void codeTaken(PendingGrab grab) {
            grab.code = codes.next(grab.request.userId());
            reserve.again(grab);
        }

        @Override
        public void gateContradicted(ShareId share) {
            var unused = rebuilder.request(share);
        }

        @Override
        public void outcomeUnknown(PendingGrab grab) {
            fence.start(grab);
        }

        @Override
        public void issued() {
            eventsWait.run();
        }
    }

    /** Grabs that wait for their next step now. */
    public int waiting() {
        return reserve.waiting() + issue.waiting() + lookUp.waiting() + fence.waiting();
    }

    /** Takes no more grabs, and answers those that are under way. */
    @Override
    public void close() {
        lookUp.close();
        reserve.close();
        issue.close();
        fence.close();
        settle.close();
    }
}
