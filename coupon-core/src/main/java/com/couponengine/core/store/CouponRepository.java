package com.couponengine.core.store;

import com.couponengine.core.event.Outbox;

/**
 * Port: the database, which is the authority. One room for each thing that is done with it; all rooms share the same
 * data. Thread-safe.
 */
public interface CouponRepository {
    /** How coupons are spread. */
    Shards shards();

    TemplateStore templates();

    IssueStore issues();

    RedemptionStore redemptions();

    CouponReader coupons();

    UpkeepStore upkeep();

    Outbox outbox();
}
