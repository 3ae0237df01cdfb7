package com.couponengine.examples.flashsale;

import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.Reservation;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A gate that was loaded without the stock and without the users' limit, as by an operator's mistake. */
record GenerousGate(StockGate gate) implements StockGate {
    @Override
    public List<ReserveAnswer> reserve(ShareId share, List<ReserveRequest> requests) {
        return gate.reserve(share, requests);
    }

    @Override
    public void settle(ShareId share, List<Settlement> settlements) {
        gate.settle(share, settlements);
    }

    @Override
    public boolean load(GateLoad load) {
        return gate.load(new GateLoad(load.share(), load.epoch(), null, null, null, load.expiresAt()));
    }

    @Override
    public Optional<GateView> view(ShareId share) {
        return gate.view(share);
    }

    @Override
    public List<Reservation> overdue(ShareId share, Instant before, int max) {
        return gate.overdue(share, before, max);
    }
}
