package com.couponengine.core.grab.internal;

import com.couponengine.core.TimeSource;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.gate.Settlement.Outcome;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.internal.Lanes;
import com.couponengine.core.metrics.internal.Counters;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.IssueStore;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.Validity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/** Has coupons issued: what waits in a lane is committed together, one transaction for each (template, data source, epoch). */
final class IssueStep implements AutoCloseable {
    private final IssueStore store;
    private final TimeSource time;
    private final SettleStep settle;
    private final Next next;
    private final Counters counters;
    private final Lanes<PendingGrab> lanes;

    /** Where grabs go that are not at their end. */
    interface Next {
        /** Its reservation is worth nothing any more: reserve again. */
        void staleEpoch(PendingGrab grab);

        /** Its code is taken and its reservation, if it had one, is over: reserve again, with another code. */
        void codeTaken(PendingGrab grab);

        /** The gate gave a unit that the database does not have. */
        void gateContradicted(ShareId share);

        /** Whether the transaction committed is not known. */
        void outcomeUnknown(PendingGrab grab);

        /** Events wait in the outbox. */
        void issued();
    }

    IssueStep(
            IssueStore store,
            int sources,
            TimeSource time,
            SettleStep settle,
            int laneCount,
            int waitingMax,
            int batchMax,
            Counters counters,
            Next next) {
        this.store = store;
        this.time = time;
        this.settle = settle;
        this.next = next;
        this.counters = counters;
        lanes = new Lanes<>("coupon-issue", laneCount, sources, waitingMax, batchMax, this::issue);
    }

    /** Puts a grab into its lane's queue, or answers BUSY. */
    void start(PendingGrab grab) {
        if (!lanes.offer(CouponCodes.tableOf(grab.request.userId()), grab)) {
            settle.settle(grab, Outcome.RELEASE);
            grab.answer(GrabStatus.BUSY);
        }
    }

    private record Key(ShareId share, OptionalLong epoch) {}

    private void issue(List<PendingGrab> batch) {
        Map<Key, List<PendingGrab>> byTransaction = new LinkedHashMap<>();
        for (PendingGrab grab : batch) {
            if (grab.isAbandoned()) {
                settle.settle(grab, Outcome.RELEASE);
                grab.answer(GrabStatus.BUSY);
                continue;
            }
            OptionalLong epoch =
                    grab.reservation == null ? OptionalLong.empty() : OptionalLong.of(grab.reservation.epoch());
            byTransaction
                    .computeIfAbsent(new Key(grab.share, epoch), key -> new ArrayList<>())
                    .add(grab);
        }
        byTransaction.forEach(this::issue);
    }

    private void issue(Key key, List<PendingGrab> grabs) {
        Instant now = time.now();
        List<IssueRequest> requests = new ArrayList<>(grabs.size());
        for (PendingGrab grab : grabs) {
            requests.add(request(grab, now));
        }
        List<IssueAnswer> answers;
        try {
            answers = store.issue(new IssueBatch(key.share, key.epoch, requests));
        } catch (StoreUnavailableException e) {
            for (PendingGrab grab : grabs) {
                refuse(grab, Outcome.RELEASE, GrabStatus.UNAVAILABLE);
            }
            return;
        } catch (OutcomeUnknownException e) {
            grabs.forEach(next::outcomeUnknown);
            return;
        }
        counters.issued((int) answers.stream()
                .filter(answer -> answer.status() == IssueAnswer.Status.GRANTED)
                .count());
        for (int i = 0; i < grabs.size(); i++) {
            answered(grabs.get(i), answers.get(i));
        }
        next.issued();
    }

    private static IssueRequest request(PendingGrab grab, Instant now) {
        Template template = Objects.requireNonNull(grab.campaign.template());
        Validity.Window window =
                template.spec().validity().windowOf(now, template.spec().zone());
        int grabNo = grab.reservation == null ? 1 : grab.reservation.grabNo();
        return new IssueRequest(
                grab.request.userId(), grab.request.requestId(), grab.code, grabNo, now, window.from(), window.until());
    }

    private void answered(PendingGrab grab, IssueAnswer answer) {
        switch (answer.status()) {
            case GRANTED -> granted(grab, GrabStatus.GRANTED, Objects.requireNonNull(answer.coupon()));
            case ALREADY_GRANTED -> granted(grab, GrabStatus.ALREADY_GRANTED, Objects.requireNonNull(answer.coupon()));
            case REQUEST_ID_REUSED -> refuse(grab, Outcome.RELEASE, GrabStatus.REQUEST_ID_REUSED);
            case UNKNOWN_TEMPLATE -> refuse(grab, Outcome.RELEASE, GrabStatus.UNKNOWN_TEMPLATE);
            case VOIDED -> refuse(grab, Outcome.RELEASE, GrabStatus.VOIDED);
            case NOT_PUBLISHED -> refuse(grab, Outcome.RELEASE, GrabStatus.NOT_PUBLISHED);
            case NOT_STARTED -> refuse(grab, Outcome.RELEASE, GrabStatus.NOT_STARTED);
            case PAUSED -> refuse(grab, Outcome.RELEASE, GrabStatus.PAUSED);
            case ENDED -> refuse(grab, Outcome.RELEASE, GrabStatus.ENDED);
            case LIMIT_REACHED -> refuse(grab, Outcome.RELEASE_AT_LIMIT, GrabStatus.LIMIT_REACHED);
            case SOLD_OUT -> {
                grab.latch.close(grab.generation);
                // the gate's unit does not exist: it is kept from others until the rebuild
                boolean soldOut = grab.campaign.isSoldOut();
                refuse(grab, Outcome.CONFIRM, soldOut ? GrabStatus.SOLD_OUT : GrabStatus.UNAVAILABLE);
                if (grab.reservation != null) {
                    next.gateContradicted(grab.share);
                }
            }
            case NOT_STORABLE -> refuse(grab, Outcome.RELEASE, GrabStatus.UNAVAILABLE);
            case STALE_EPOCH -> next.staleEpoch(grab);
            case CODE_TAKEN -> codeTaken(grab);
        }
    }

    /**
     * A fence, as a rule, has the code: then the reservation is over, too, and its unit belongs to others. So the grab
     * reserves anew, but only when the gate knows of the old reservation no more, for it would answer with that one.
     */
    private void codeTaken(PendingGrab grab) {
        if (grab.reservation == null) {
            next.codeTaken(grab);
            return;
        }
        settle.release(grab, done -> {
            if (done) {
                grab.reservation = null;
                next.codeTaken(grab);
            } else {
                grab.answer(GrabStatus.UNAVAILABLE);
            }
        });
    }

    private void granted(PendingGrab grab, GrabStatus status, Coupon coupon) {
        settle.settle(grab, coupon.code().equals(grab.code) ? Outcome.CONFIRM : Outcome.RELEASE);
        grab.answer.complete(new GrabResult(status, coupon));
    }

    private void refuse(PendingGrab grab, Outcome outcome, GrabStatus status) {
        settle.settle(grab, outcome);
        grab.answer(status);
    }

    int waiting() {
        return lanes.waiting();
    }

    @Override
    public void close() {
        lanes.close();
    }
}
