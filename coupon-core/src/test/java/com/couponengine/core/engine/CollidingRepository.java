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
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.IssueStore;
import com.couponengine.core.store.RedemptionStore;
import com.couponengine.core.store.Shards;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.store.TemplateStore;
import com.couponengine.core.store.UpkeepStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A repository whose first batch comes with a code that is taken, as if chance had made it twice. */
record CollidingRepository(CouponRepository real, CouponCode taken, AtomicBoolean done)
        implements CouponRepository, IssueStore {

    CollidingRepository(CouponRepository real, CouponCode taken) {
        this(real, taken, new AtomicBoolean());
    }

    @Override
    public List<IssueAnswer> issue(IssueBatch batch) {
        if (!done.compareAndSet(false, true)) {
            return real.issues().issue(batch);
        }
        List<IssueRequest> unlucky = batch.requests().stream()
                .map(request -> new IssueRequest(
                        request.userId(),
                        request.requestId(),
                        taken,
                        request.grabNoHint(),
                        request.grabbedAt(),
                        request.validFrom(),
                        request.expiresAt()))
                .toList();
        return real.issues().issue(new IssueBatch(batch.share(), batch.epoch(), unlucky));
    }

    @Override
    public FenceAnswer fence(long templateId, long userId, CouponCode code) {
        return real.issues().fence(templateId, userId, code);
    }

    @Override
    public Optional<Coupon> find(long userId, String requestId) {
        return real.issues().find(userId, requestId);
    }

    @Override
    public Optional<ShareStock> raiseEpoch(ShareId share) {
        return real.issues().raiseEpoch(share);
    }

    @Override
    public List<ShareStock> stock(long templateId) {
        return real.issues().stock(templateId);
    }

    @Override
    public Shards shards() {
        return real.shards();
    }

    @Override
    public TemplateStore templates() {
        return real.templates();
    }

    @Override
    public IssueStore issues() {
        return this;
    }

    @Override
    public RedemptionStore redemptions() {
        return real.redemptions();
    }

    @Override
    public CouponReader coupons() {
        return real.coupons();
    }

    @Override
    public UpkeepStore upkeep() {
        return real.upkeep();
    }

    @Override
    public Outbox outbox() {
        return real.outbox();
    }
}
