package com.couponengine.core.memory;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.store.FenceAnswer;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueAnswer.Status;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.IssueStore;
import com.couponengine.core.store.RequestKey;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

final class InMemoryIssueStore implements IssueStore {
    private final InMemoryData data;

    InMemoryIssueStore(InMemoryData data) {
        this.data = data;
    }

    @Override
    public List<IssueAnswer> issue(IssueBatch batch) {
        synchronized (data) {
            List<IssueAnswer> answers = new ArrayList<>();
            List<CouponEvent> events = new ArrayList<>();
            for (IssueRequest request : batch.requests()) {
                answers.add(issue(batch, request, events));
            }
            data.publish(events);
            return answers;
        }
    }

    private IssueAnswer issue(IssueBatch batch, IssueRequest request, List<CouponEvent> events) {
        long templateId = batch.share().templateId();
        CouponRow earlier = data.byRequest.get(new RequestKey(request.userId(), request.requestId()));
        if (earlier != null) {
            return earlier.coupon().templateId() == templateId
                    ? new IssueAnswer(Status.ALREADY_GRANTED, earlier.coupon())
                    : IssueAnswer.refused(Status.REQUEST_ID_REUSED);
        }
        Template template = data.templates.get(templateId);
        if (template == null) {
            return IssueAnswer.refused(Status.UNKNOWN_TEMPLATE);
        }
        Counter counter = counter(batch.share());
        Status refusal = refusal(template, counter, batch.epoch(), request);
        if (refusal != null || counter == null) {
            return IssueAnswer.refused(refusal == null ? Status.NOT_PUBLISHED : refusal);
        }
        Coupon coupon = new Coupon(
                request.code(),
                request.userId(),
                templateId,
                freeGrabNo(template, request.userId()),
                request.requestId(),
                CouponState.AVAILABLE,
                InMemoryData.millis(request.grabbedAt()),
                InMemoryData.millis(request.validFrom()),
                InMemoryData.millis(request.expiresAt()),
                null);
        counter.issued++;
        data.add(new CouponRow(coupon));
        events.add(CouponEvent.issued(coupon, template.spec().zone()));
        return new IssueAnswer(Status.GRANTED, coupon);
    }

    /** The first reason, in the order of {@link Status}, why no coupon can be issued; or null. */
    private @Nullable Status refusal(
            Template template, @Nullable Counter counter, OptionalLong epoch, IssueRequest request) {
        Instant now = data.now();
        if (template.isVoid()) {
            return Status.VOIDED;
        }
        if (template.state() == TemplateState.DRAFT) {
            return Status.NOT_PUBLISHED;
        }
        if (now.isBefore(template.spec().grabStart())) {
            return Status.NOT_STARTED;
        }
        if (template.state() == TemplateState.PAUSED) {
            return Status.PAUSED;
        }
        if (template.state() == TemplateState.ENDED
                || !now.isBefore(template.spec().grabEnd())) {
            return Status.ENDED;
        }
        if (counter == null || (epoch.isPresent() && epoch.getAsLong() != counter.epoch)) {
            return Status.STALE_EPOCH;
        }
        Integer limit = template.spec().perUserLimit();
        if (limit != null && freeGrabNo(template, request.userId()) > limit) {
            return Status.LIMIT_REACHED;
        }
        if (counter.isEmpty()) {
            return Status.SOLD_OUT;
        }
        boolean taken = data.coupons.containsKey(request.code()) || data.fences.contains(request.code());
        return taken ? Status.CODE_TAKEN : null;
    }

    private int freeGrabNo(Template template, long userId) {
        Set<Integer> taken = data.rowsOf(userId).stream()
                .map(CouponRow::coupon)
                .filter(coupon -> coupon.templateId() == template.id())
                .map(Coupon::grabNo)
                .collect(Collectors.toSet());
        int free = 1;
        while (taken.contains(free)) {
            free++;
        }
        return free;
    }

    @Override
    public FenceAnswer fence(long templateId, long userId, CouponCode code) {
        synchronized (data) {
            if (data.coupons.containsKey(code)) {
                return FenceAnswer.GRANTED;
            }
            data.fences.add(code);
            return FenceAnswer.FENCED;
        }
    }

    @Override
    public List<Optional<Coupon>> find(List<RequestKey> keys) {
        synchronized (data) {
            return keys.stream()
                    .map(key -> Optional.ofNullable(data.byRequest.get(key)).map(CouponRow::coupon))
                    .toList();
        }
    }

    @Override
    public Optional<ShareStock> raiseEpoch(ShareId share) {
        synchronized (data) {
            Counter counter = counter(share);
            if (counter == null) {
                return Optional.empty();
            }
            counter.epoch++;
            return Optional.of(counter.stock());
        }
    }

    @Override
    public List<ShareStock> stock(long templateId) {
        synchronized (data) {
            return data.counters.getOrDefault(templateId, List.of()).stream()
                    .map(Counter::stock)
                    .toList();
        }
    }

    private @Nullable Counter counter(ShareId share) {
        return data.counters.getOrDefault(share.templateId(), List.of()).stream()
                .filter(counter -> counter.share.equals(share))
                .findFirst()
                .orElse(null);
    }
}
