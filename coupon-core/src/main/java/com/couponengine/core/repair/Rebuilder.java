package com.couponengine.core.repair;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import com.couponengine.core.metrics.internal.Counters;
import com.couponengine.core.store.IssueStore;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.store.TemplateStore;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads a share into the gate: at publishing, after a change of the total, and whenever the gate has lost it or promises
 * what the database does not have. Raising the epoch in the counter row waits out the commits under way, so the stock
 * read with it is exact, and whatever still comes in under the old epoch is refused by the database and ignored by the
 * gate. Thread-safe; any number of hosts may rebuild at once, the newest epoch stays.
 */
public final class Rebuilder {
    private static final Logger log = LoggerFactory.getLogger(Rebuilder.class);
    /** How long the gate keeps a share after its grab has ended, for repeats and the reconciler. */
    private static final Duration GRACE = Duration.ofDays(1);

    private final StockGate gate;
    private final IssueStore issues;
    private final TemplateStore templates;
    private final Consumer<ShareId> stockCameBack;
    private final ScheduledExecutorService executor;
    private final long pauseNanos;
    private final Counters counters;
    private final ConcurrentMap<ShareId, CompletableFuture<Boolean>> waiting = new ConcurrentHashMap<>();
    private final ConcurrentMap<ShareId, Long> lastNanos = new ConcurrentHashMap<>();

    /**
     * @param stockCameBack told of every share that was loaded
     * @param pause the least time between two rebuilds of a share that were asked for by {@link #request}
     */
    public Rebuilder(
            StockGate gate,
            IssueStore issues,
            TemplateStore templates,
            Consumer<ShareId> stockCameBack,
            ScheduledExecutorService executor,
            Duration pause,
            Counters counters) {
        Mistakes.given("gate", gate);
        Mistakes.given("issues", issues);
        Mistakes.given("templates", templates);
        Mistakes.given("stockCameBack", stockCameBack);
        Mistakes.given("executor", executor);
        Mistakes.given("pause", pause);
        Mistakes.given("counters", counters);
        this.gate = gate;
        this.issues = issues;
        this.templates = templates;
        this.stockCameBack = stockCameBack;
        this.executor = executor;
        this.pauseNanos = pause.toNanos();
        this.counters = counters;
    }

    /**
     * Asks for a rebuild in the background. Requests for a share that come before it starts are one.
     *
     * @return completes with whether the gate now has the share; never exceptionally
     */
    public CompletableFuture<Boolean> request(ShareId share) {
        Mistakes.given("share", share);
        CompletableFuture<Boolean> mine = new CompletableFuture<>();
        CompletableFuture<Boolean> other = waiting.putIfAbsent(share, mine);
        if (other != null) {
            return other;
        }
        Long last = lastNanos.get(share);
        long delay = last == null ? 0 : Math.max(0, pauseNanos - (System.nanoTime() - last));
        try {
            var unused = executor.schedule(() -> run(share, mine), delay, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) { // the engine is closing
            waiting.remove(share);
            mine.complete(false);
        }
        return mine;
    }

    private void run(ShareId share, CompletableFuture<Boolean> answer) {
        waiting.remove(share);
        lastNanos.put(share, System.nanoTime());
        boolean done = false;
        try {
            done = rebuild(share);
        } catch (CouponEngineException e) {
            log.warn("the gate's stock of {} could not be rebuilt: {}", share, e.getMessage());
        } finally {
            answer.complete(done);
        }
    }

    /**
     * Rebuilds a share now, on this thread.
     *
     * @return whether the gate now has the share at this epoch; false also if there is no such share, or a newer rebuild
     *     overtook this one
     */
    public boolean rebuild(ShareId share) {
        Mistakes.given("share", share);
        try {
            boolean loaded = load(share);
            counters.rebuilt(loaded);
            return loaded;
        } catch (RuntimeException e) {
            counters.rebuildFailed();
            throw e;
        }
    }

    private boolean load(ShareId share) {
        Optional<Template> template = templates.find(share.templateId());
        Optional<ShareStock> stock = template.isEmpty() ? Optional.empty() : issues.raiseEpoch(share);
        if (template.isEmpty() || stock.isEmpty()) {
            return false;
        }
        TemplateSpec spec = template.get().spec();
        boolean loaded = gate.load(new GateLoad(
                share,
                stock.get().epoch(),
                stock.get().quota(),
                stock.get().remaining(),
                spec.perUserLimit(),
                spec.grabEnd().plus(GRACE)));
        stockCameBack.accept(share);
        return loaded;
    }
}
