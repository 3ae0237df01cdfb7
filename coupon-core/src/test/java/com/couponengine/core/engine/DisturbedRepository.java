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
import java.util.function.UnaryOperator;

/** A repository whose first batch does not come as it was sent. */
record DisturbedRepository(CouponRepository real, UnaryOperator<IssueBatch> disturbance, AtomicBoolean done)
        implements CouponRepository, IssueStore {

    DisturbedRepository(CouponRepository real, UnaryOperator<IssueBatch> disturbance) {
        this(real, disturbance, new AtomicBoolean());
    }

    /** Everything in the first batch has a code that is taken, as if chance had made it twice. */
    static DisturbedRepository colliding(CouponRepository real, CouponCode taken) {
        return new DisturbedRepository(real, batch -> {
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
            return new IssueBatch(batch.share(), batch.epoch(), unlucky);
        });
    }

    @Override
    public List<IssueAnswer> issue(IssueBatch batch) {
        return real.issues().issue(done.compareAndSet(false, true) ? disturbance.apply(batch) : batch);
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
