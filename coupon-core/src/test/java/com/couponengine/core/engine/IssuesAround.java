package com.couponengine.core.engine;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.Outbox;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.store.CouponReader;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.FenceAnswer;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueStore;
import com.couponengine.core.store.RedemptionStore;
import com.couponengine.core.store.RequestKey;
import com.couponengine.core.store.Shards;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.store.TemplateStore;
import com.couponengine.core.store.UpkeepStore;
import java.util.List;
import java.util.Optional;

/** A repository like the one behind it, but for what is done otherwise with the issue of coupons. */
interface IssuesAround extends CouponRepository, IssueStore {
    /** What is behind it. */
    CouponRepository real();

    @Override
    default List<IssueAnswer> issue(IssueBatch batch) {
        return real().issues().issue(batch);
    }

    @Override
    default FenceAnswer fence(long templateId, long userId, CouponCode code) {
        return real().issues().fence(templateId, userId, code);
    }

    @Override
    default List<Optional<Coupon>> find(List<RequestKey> keys) {
        return real().issues().find(keys);
    }

    @Override
    default Optional<ShareStock> raiseEpoch(ShareId share) {
        return real().issues().raiseEpoch(share);
    }

    @Override
    default List<ShareStock> stock(long templateId) {
        return real().issues().stock(templateId);
    }

    @Override
    default Shards shards() {
        return real().shards();
    }

    @Override
    default TemplateStore templates() {
        return real().templates();
    }

    @Override
    default IssueStore issues() {
        return this;
    }

    @Override
    default RedemptionStore redemptions() {
        return real().redemptions();
    }

    @Override
    default CouponReader coupons() {
        return real().coupons();
    }

    @Override
    default UpkeepStore upkeep() {
        return real().upkeep();
    }

    @Override
    default Outbox outbox() {
        return real().outbox();
    }
}
