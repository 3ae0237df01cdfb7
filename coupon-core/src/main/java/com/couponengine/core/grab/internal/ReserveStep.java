package com.couponengine.core.grab.internal;

import com.couponengine.core.TimeSource;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.internal.Lane;
import com.couponengine.core.repair.Rebuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks the gate for all grabs that wait, share by share, and sends each on: to the database, or home. */
final class ReserveStep implements AutoCloseable {
    private static final int BATCH_MAX = 256;

    private final StockGate gate;
    private final TimeSource time;
    private final Duration reservationLimit;
    private final Rebuilder rebuilder;
    private final Next next;
    private final LastUnits lastUnits;
    private final Lane<PendingGrab> lane;

    /** Where grabs go from here. */
    interface Next {
        /** Reserved: issue it. */
        void reserved(PendingGrab grab);

        /** The gate cannot be reached. */
        void gateDown(PendingGrab grab);

        /** The gate counts the user at the limit: answer after a look whether this very request was granted. */
        void limitReached(PendingGrab grab);
    }

    ReserveStep(
            StockGate gate,
            TimeSource time,
            Duration reservationLimit,
            int waitingMax,
            Rebuilder rebuilder,
            Next next) {
        this.gate = gate;
        this.time = time;
        this.reservationLimit = reservationLimit;
        this.rebuilder = rebuilder;
        this.next = next;
        this.lastUnits = new LastUnits(gate, waitingMax);
        this.lane = new Lane<>("coupon-reserve", waitingMax, BATCH_MAX, this::reserve);
    }

    /** Puts a grab into the queue, or answers BUSY. */
    void start(PendingGrab grab) {
        if (!lane.offer(grab)) {
            grab.answer(GrabStatus.BUSY);
        }
    }

    int waiting() {
        return lane.waiting() + lastUnits.waiting();
    }

    private void reserve(List<PendingGrab> batch) {
        Map<ShareId, List<PendingGrab>> byShare = new LinkedHashMap<>();
        for (PendingGrab grab : batch) {
            if (grab.isAbandoned()) {
                grab.answer(GrabStatus.BUSY);
            } else {
                byShare.computeIfAbsent(grab.share, share -> new ArrayList<>()).add(grab);
            }
        }
        byShare.forEach(this::reserve);
    }

    private void reserve(ShareId share, List<PendingGrab> grabs) {
        Instant deadline = time.now().plus(reservationLimit);
        List<ReserveRequest> requests = new ArrayList<>(grabs.size());
        for (PendingGrab grab : grabs) {
            grab.generation = grab.latch.generation();
            requests.add(new ReserveRequest(grab.request.userId(), grab.request.requestId(), grab.code, deadline));
        }
        List<ReserveAnswer> answers;
        try {
            answers = gate.reserve(share, requests);
        } catch (StoreUnavailableException e) {
            grabs.forEach(next::gateDown);
            return;
        } catch (OutcomeUnknownException e) {
            // a reservation that was made all the same is found overdue by the reconciler
            grabs.forEach(next::gateDown);
            return;
        }
        List<PendingGrab> notLoaded = new ArrayList<>();
        List<PendingGrab> empty = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            PendingGrab grab = grabs.get(i);
            ReserveAnswer answer = answers.get(i);
            switch (answer.status()) {
                case RESERVED -> reserved(grab, answer);
                case LIMIT_REACHED -> next.limitReached(grab);
                case SOLD_OUT -> empty.add(grab);
                case NOT_LOADED -> notLoaded.add(grab);
            }
        }
        if (!empty.isEmpty()) {
            noUnitLeft(share, empty);
        }
        if (!notLoaded.isEmpty()) {
            afterRebuild(share, notLoaded);
        }
    }

    private void reserved(PendingGrab grab, ReserveAnswer answer) {
        grab.reservation = answer;
        grab.code = answer.code() == null ? grab.code : answer.code();
        next.reserved(grab);
    }

    private void noUnitLeft(ShareId share, List<PendingGrab> grabs) {
        boolean mayComeBack;
        try {
            mayComeBack = lastUnits.mayComeBack(share);
        } catch (StoreUnavailableException | OutcomeUnknownException e) {
            grabs.forEach(next::gateDown);
            return;
        }
        Map<Integer, List<PendingGrab>> byWaits = new LinkedHashMap<>();
        grabs.forEach(grab ->
                byWaits.computeIfAbsent(grab.waits, waits -> new ArrayList<>()).add(grab));
        byWaits.forEach((waits, alike) -> {
            if (!mayComeBack || !lastUnits.takes(alike, waits, this::start)) {
                alike.forEach(ReserveStep::soldOut);
            }
        });
    }

    private static void soldOut(PendingGrab grab) {
        grab.latch.close(grab.generation);
        grab.answer(grab.campaign.isSoldOut() ? GrabStatus.SOLD_OUT : GrabStatus.UNAVAILABLE);
    }

    /** Lets a grab try again, if it has not done so too often. */
    void again(PendingGrab grab) {
        if (grab.mayTryAgain()) {
            start(grab);
        } else {
            grab.answer(GrabStatus.UNAVAILABLE);
        }
    }

    /** Has the share rebuilt, and lets the grabs try again. */
    void afterRebuild(ShareId share, List<PendingGrab> grabs) {
        var unused = rebuilder.request(share).thenAccept(rebuilt -> {
            if (rebuilt) {
                grabs.forEach(this::again);
            } else {
                grabs.forEach(grab -> grab.answer(GrabStatus.UNAVAILABLE));
            }
        });
    }

    @Override
    public void close() {
        lane.close();
    }
}
