package com.couponengine.core.memory;

import com.couponengine.core.TimeSource;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.event.Outbox;
import com.couponengine.core.store.CouponReader;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.IssueStore;
import com.couponengine.core.store.RedemptionStore;
import com.couponengine.core.store.Shards;
import com.couponengine.core.store.TemplateStore;
import com.couponengine.core.store.UpkeepStore;

/**
 * The repository in this process's memory: one lock over all rooms, so every call is atomic and none ever fails for want
 * of a server. Thread-safe.
 */
public final class InMemoryCouponRepository implements CouponRepository {
    private final Shards shards;
    private final InMemoryData data;
    private final TemplateStore templates;
    private final IssueStore issues;
    private final RedemptionStore redemptions;
    private final CouponReader coupons;
    private final UpkeepStore upkeep;
    private final Outbox outbox;

    /** An empty repository that behaves as one data source. */
    public InMemoryCouponRepository(TimeSource time) {
        this(time, new Shards(1));
    }

    /**
     * An empty repository.
     *
     * @param time the repository's clock
     * @param shards how many data sources it behaves as
     */
    public InMemoryCouponRepository(TimeSource time, Shards shards) {
        Mistakes.given("time", time);
        Mistakes.given("shards", shards);
        this.shards = shards;
        data = new InMemoryData(time, shards.sources());
        templates = new InMemoryTemplateStore(data);
        issues = new InMemoryIssueStore(data);
        redemptions = new InMemoryRedemptionStore(data);
        coupons = new InMemoryCouponReader(data);
        upkeep = new InMemoryUpkeepStore(data);
        outbox = new InMemoryOutbox(data, shards);
    }

    @Override
    public Shards shards() {
        return shards;
    }

    @Override
    public TemplateStore templates() {
        return templates;
    }

    @Override
    public IssueStore issues() {
        return issues;
    }

    @Override
    public RedemptionStore redemptions() {
        return redemptions;
    }

    @Override
    public CouponReader coupons() {
        return coupons;
    }

    @Override
    public UpkeepStore upkeep() {
        return upkeep;
    }

    @Override
    public Outbox outbox() {
        return outbox;
    }

    InMemoryData data() {
        return data;
    }
}
