package com.couponengine.core.engine;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/** A repository whose first batch does not come as it was sent. */
record DisturbedRepository(CouponRepository real, UnaryOperator<IssueBatch> disturbance, AtomicBoolean done)
        implements IssuesAround {

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
}
