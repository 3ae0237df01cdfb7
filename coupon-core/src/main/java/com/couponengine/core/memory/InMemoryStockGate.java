package com.couponengine.core.memory;

import com.couponengine.core.TimeSource;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.Reservation;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The gate in this process's memory. A call as a whole is atomic. Never throws; to see what a lost gate does, call {@link
 * #loseEverything}. Thread-safe.
 */
public final class InMemoryStockGate implements StockGate {
    private final TimeSource time;
    private final Map<ShareId, GateShare> shares = new HashMap<>();

    /**
     * An empty gate.
     *
     * @param time decides when a share is forgotten
     */
    public InMemoryStockGate(TimeSource time) {
        Mistakes.given("time", time);
        this.time = time;
    }

    @Override
    public synchronized List<ReserveAnswer> reserve(ShareId share, List<ReserveRequest> requests) {
        GateShare loaded = loaded(share);
        List<ReserveAnswer> answers = new ArrayList<>(requests.size());
        for (ReserveRequest request : requests) {
            answers.add(
                    loaded == null
                            ? ReserveAnswer.refused(ReserveAnswer.Status.NOT_LOADED, 0)
                            : loaded.reserve(request));
        }
        return answers;
    }

    @Override
    public synchronized void settle(ShareId share, List<Settlement> settlements) {
        GateShare loaded = loaded(share);
        if (loaded != null) {
            settlements.forEach(loaded::settle);
        }
    }

    @Override
    public synchronized boolean load(GateLoad load) {
        GateShare old = loaded(load.share());
        if (old == null || old.epoch() < load.epoch()) {
            shares.put(load.share(), new GateShare(load));
            return true;
        }
        return old.epoch() == load.epoch();
    }

    @Override
    public synchronized Optional<GateView> view(ShareId share) {
        return Optional.ofNullable(loaded(share)).map(GateShare::view);
    }

    @Override
    public synchronized List<Reservation> overdue(ShareId share, Instant before, int max) {
        GateShare loaded = loaded(share);
        return loaded == null ? List.of() : loaded.overdue(before, max);
    }

    /** Forgets everything, as a gate may at any moment: a flush, a restart without persistence. */
    public synchronized void loseEverything() {
        shares.clear();
    }

    synchronized int countOf(ShareId share, long userId) {
        GateShare loaded = loaded(share);
        return loaded == null ? 0 : loaded.countOf(userId);
    }

    synchronized int sharesKept() {
        return shares.size();
    }

    private @Nullable GateShare loaded(ShareId share) {
        GateShare known = shares.get(share);
        if (known != null && !time.now().isBefore(known.expiresAt())) {
            shares.remove(share);
            return null;
        }
        return known;
    }
}
