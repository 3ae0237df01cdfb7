package com.couponengine.examples.benchmarks.grab;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import com.couponengine.examples.benchmarks.load.Contender;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The gate alone: reservations of users that it has not seen, so many in a call, on two threads. */
public final class GateReservations implements Contender.Bulk {
    private static final int THREADS = 2;
    private static final long UNITS = 5_000_000;
    private static final AtomicLong SHARES = new AtomicLong(1_000_000_000);

    private final StockGate gate;
    private final int inACall;
    private final CouponCodes codes = new CouponCodes();
    private volatile ShareId share = new ShareId(0, 0);

    public GateReservations(StockGate gate, int inACall) {
        this.gate = gate;
        this.inACall = inACall;
    }

    @Override
    public String name() {
        return "gate, " + inACall + " in a call";
    }

    @Override
    public void prepare() {
        share = new ShareId(SHARES.incrementAndGet(), 0);
        gate.load(new GateLoad(share, 1, UNITS, UNITS, 1, Instant.now().plus(Duration.ofHours(1))));
    }

    @Override
    public int threads() {
        return THREADS;
    }

    @Override
    public int size(int callers) {
        return inACall;
    }

    @Override
    public void bulk(int thread, long first, int size) {
        Instant deadline = Instant.now().plusSeconds(30);
        List<ReserveRequest> requests = new ArrayList<>(size);
        for (long number = first; number < first + size; number++) {
            requests.add(new ReserveRequest(number, "r" + number, codes.next(number), deadline));
        }
        for (ReserveAnswer answer : gate.reserve(share, requests)) {
            if (answer.status() != ReserveAnswer.Status.RESERVED) {
                throw new IllegalStateException("a reservation was answered " + answer.status());
            }
        }
    }
}
