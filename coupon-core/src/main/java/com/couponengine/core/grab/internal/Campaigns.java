package com.couponengine.core.grab.internal;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.store.TemplateStore;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateState;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The campaigns of this process, each with a copy of its template. A fresh copy serves early refusals; an old one gives
 * only what never changes once a template is published. Grants are decided in the counter row. Thread-safe.
 */
public final class Campaigns {
    private static final int ENTRIES_MAX = 10_000;

    private final ConcurrentMap<Long, Campaign> known = new ConcurrentHashMap<>();
    private final TemplateStore store;
    private final int sources;
    private final long ageNanosMax;
    private final long latchNanos;
    private final Executor background;

    /**
     * @param ageMax how old a copy may get before it is read afresh
     * @param latchClosed how long a sold-out latch stays closed at the most
     */
    public Campaigns(TemplateStore store, int sources, Duration ageMax, Duration latchClosed, Executor background) {
        this.store = store;
        this.sources = sources;
        this.ageNanosMax = ageMax.toNanos();
        this.latchNanos = latchClosed.toNanos();
        this.background = background;
    }

    /**
     * The campaign of a template; its template is null if there is none. The database is read on the caller's thread, once
     * for all callers that come at the same time, if there is no copy of a published template yet; else behind the
     * callers' backs.
     *
     * @throws CouponEngineException if it has to be read and cannot
     */
    Campaign of(long templateId) {
        Campaign campaign = known.get(templateId);
        if (campaign == null) {
            campaign = add(templateId);
        }
        Supplier<@Nullable Template> database = () -> store.find(templateId).orElse(null);
        if (campaign.isOfUse()) {
            campaign.refresh(database, background);
        } else {
            campaign.read(database);
        }
        return campaign;
    }

    /** Forgets the copy, so that the next call reads afresh; its latches reopen. */
    public void changed(long templateId) {
        Campaign campaign = known.remove(templateId);
        if (campaign != null) {
            for (int source = 0; source < sources; source++) {
                campaign.latch(source).reopen();
            }
        }
    }

    /** Stock has come back to a share. */
    public void reopen(long templateId, int source) {
        Campaign campaign = known.get(templateId);
        if (campaign != null) {
            campaign.latch(source).reopen();
        }
    }

    private Campaign add(long templateId) {
        if (known.size() >= ENTRIES_MAX) {
            known.values().removeIf(Campaigns::isUseless);
        }
        Campaign added = new Campaign(sources, ageNanosMax, latchNanos);
        if (known.size() >= ENTRIES_MAX) {
            return added;
        }
        Campaign raced = known.putIfAbsent(templateId, added);
        return raced == null ? added : raced;
    }

    private static boolean isUseless(Campaign campaign) {
        Template template = campaign.template();
        return template == null || template.state() == TemplateState.ENDED;
    }
}
