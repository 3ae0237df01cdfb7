package com.couponengine.core.repair;

import com.couponengine.core.TimeSource;
import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.Reservation;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import com.couponengine.core.metrics.internal.Counters;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.FenceAnswer;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Settles what was left open: reservations whose host died or never learnt its outcome are decided by the fence, and a
 * gate that does not agree with the database is rebuilt. Safe at any time, also while coupons are grabbed, and on any
 * number of hosts at once. Thread-safe.
 */
public final class Reconciler {
    private static final int PAGE = 500;

    private final CouponRepository repository;
    private final StockGate gate;
    private final Rebuilder rebuilder;
    private final TimeSource time;
    private final Counters counters;

    public Reconciler(
            CouponRepository repository, StockGate gate, Rebuilder rebuilder, TimeSource time, Counters counters) {
        Mistakes.given("repository", repository);
        Mistakes.given("gate", gate);
        Mistakes.given("rebuilder", rebuilder);
        Mistakes.given("time", time);
        Mistakes.given("counters", counters);
        this.repository = repository;
        this.gate = gate;
        this.rebuilder = rebuilder;
        this.time = time;
        this.counters = counters;
    }

    /**
     * What {@link #reconcile} would do now. Changes nothing.
     *
     * @throws com.couponengine.core.error.StoreUnavailableException if the templates cannot be read
     */
    public ReconcileReport dryRun() {
        ReconcileReport.Builder report = new ReconcileReport.Builder(true);
        run(report);
        return report.build();
    }

    /**
     * Settles every overdue reservation and rebuilds every share that drifted, of all published and paused templates. A
     * share that cannot be reached costs the gate's time limit and is told in the report.
     *
     * @throws com.couponengine.core.error.StoreUnavailableException if the templates cannot be read
     */
    public ReconcileReport reconcile() {
        ReconcileReport.Builder report = new ReconcileReport.Builder(false);
        try {
            run(report);
            counters.reconciliationEnded();
        } finally {
            counters.reconciled(report.build());
        }
        return report.build();
    }

    private void run(ReconcileReport.Builder report) {
        long after = 0;
        List<Template> page;
        do {
            page = repository.templates().list(after, PAGE);
            for (Template template : page) {
                after = template.id();
                if (template.state() != TemplateState.DRAFT && template.state() != TemplateState.ENDED) {
                    for (ShareStock stock : repository.issues().stock(template.id())) {
                        share(stock.share(), report);
                    }
                }
            }
        } while (page.size() == PAGE);
    }

    private void share(ShareId share, ReconcileReport.Builder report) {
        try {
            settleOverdue(share, report);
            if (hasDrifted(share)) {
                report.drifted.add(share);
                if (!report.dryRun) {
                    rebuilder.rebuild(share);
                }
            }
        } catch (CouponEngineException e) {
            report.unreachable.add(share);
        }
    }

    private void settleOverdue(ShareId share, ReconcileReport.Builder report) {
        List<Reservation> overdue;
        do {
            overdue = gate.overdue(share, time.now(), PAGE);
            if (report.dryRun) {
                overdue.forEach(reservation -> report.undecided.add(reservation.code()));
                return;
            }
            List<Settlement> settlements = new ArrayList<>();
            for (Reservation reservation : overdue) {
                decide(share, reservation, settlements, report);
            }
            gate.settle(share, settlements);
            if (settlements.size() < overdue.size()) {
                return; // the rest stays undecided, and would be answered again
            }
        } while (overdue.size() == PAGE);
    }

    private void decide(
            ShareId share, Reservation reservation, List<Settlement> settlements, ReconcileReport.Builder report) {
        try {
            boolean granted = repository.issues().fence(share.templateId(), reservation.userId(), reservation.code())
                    == FenceAnswer.GRANTED;
            (granted ? report.confirmed : report.released).add(reservation.code());
            settlements.add(new Settlement(
                    reservation.userId(),
                    reservation.requestId(),
                    reservation.code(),
                    reservation.epoch(),
                    granted ? Settlement.Outcome.CONFIRM : Settlement.Outcome.RELEASE));
        } catch (OutcomeUnknownException e) {
            report.undecided.add(reservation.code());
        }
    }

    /**
     * Whether the gate cannot come to agree with the database by itself. While coupons are grabbed the two are read at
     * different moments; so a difference counts only if neither side moves from one look to the next.
     */
    private boolean hasDrifted(ShareId share) {
        Look first = look(share);
        return first.differs() && first.equals(look(share));
    }

    private Look look(ShareId share) {
        ShareStock stock = repository.issues().stock(share.templateId()).stream()
                .filter(row -> row.share().equals(share))
                .findFirst()
                .orElseThrow();
        return new Look(stock, gate.view(share));
    }

    private record Look(ShareStock stock, Optional<GateView> view) {
        boolean differs() {
            if (view.isEmpty() || view.get().epoch() != stock.epoch()) {
                return true;
            }
            Long inGate = view.get().remaining();
            Long inDatabase = stock.remaining();
            if (inGate == null || inDatabase == null) {
                return !Objects.equals(inGate, inDatabase);
            }
            return view.get().reserved() == 0 && !inGate.equals(inDatabase);
        }
    }
}
