package com.couponengine.jdbc.internal.issue;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueAnswer.Status;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateState;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.internal.template.CounterRow;
import com.couponengine.jdbc.internal.template.CounterTable;
import com.couponengine.jdbc.internal.template.TemplateTable;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Issues a batch one request after the other, in order of arrival, under the lock of the counter row: nobody else counts
 * on it meanwhile, so what is read then is what decides.
 */
final class SlowPath {
    private final Tx tx;
    private final IssueBatch batch;
    private final Earlier earlier = new Earlier();
    private final List<Coupon> coupons = new ArrayList<>();

    private SlowPath(Tx tx, IssueBatch batch) {
        this.tx = tx;
        this.batch = batch;
    }

    /** An answer for each request; null where only the home of the templates knows why there is no counter row. */
    static List<@Nullable IssueAnswer> issue(Tx tx, IssueBatch batch, ArchiveSeen archive) throws SQLException {
        return new SlowPath(tx, batch).issue(archive);
    }

    private List<@Nullable IssueAnswer> issue(ArchiveSeen archive) throws SQLException {
        long templateId = batch.share().templateId();
        Optional<CounterRow> counter = CounterTable.lock(tx, templateId);
        Packet packet = new Packet(tx);
        Packet.Clock clock = new Packet.Clock();
        packet.clock(clock);
        earlier.ask(tx, packet, templateId, batch.requests());
        if (!archive.isFilled()) {
            packet.query("SELECT 1 FROM " + CouponTables.ARCHIVE + " LIMIT 1", List.of(), row -> archive.noteFilled());
        }
        packet.send();
        Instant now = clock.now(tx);
        List<@Nullable IssueAnswer> answers = new ArrayList<>(batch.requests().size());
        for (IssueRequest request : batch.requests()) {
            answers.add(answer(request, counter.orElse(null), now));
        }
        if (!coupons.isEmpty()) {
            Template template = TemplateTable.find(tx, templateId).orElseThrow();
            new IssueWrite(tx, template.spec().zone(), coupons)
                    .run("UPDATE coupon_quota SET issued = issued + " + coupons.size() + " WHERE template_id = "
                            + templateId);
        }
        return answers;
    }

    private @Nullable IssueAnswer answer(IssueRequest request, @Nullable CounterRow counter, Instant now) {
        Coupon known = earlier.granted(request);
        if (known != null) {
            return known.templateId() == batch.share().templateId()
                    ? new IssueAnswer(Status.ALREADY_GRANTED, known)
                    : IssueAnswer.refused(Status.REQUEST_ID_REUSED);
        }
        if (counter == null) {
            return null;
        }
        int number = earlier.freeNumber(request.userId());
        Status refusal = refusal(request, counter, now, number);
        if (refusal != null) {
            return IssueAnswer.refused(refusal);
        }
        Coupon coupon = NewCoupon.of(batch, request, number);
        earlier.add(coupon);
        coupons.add(coupon);
        return new IssueAnswer(Status.GRANTED, coupon);
    }

    /** The first reason against a coupon, in the order of {@link Status}, or null. */
    private @Nullable Status refusal(IssueRequest request, CounterRow counter, Instant now, int number) {
        if (counter.voided()) {
            return Status.VOIDED;
        }
        if (now.isBefore(counter.grabStart())) {
            return Status.NOT_STARTED;
        }
        if (counter.state() == TemplateState.PAUSED) {
            return Status.PAUSED;
        }
        if (counter.state() == TemplateState.ENDED || !now.isBefore(counter.grabEnd())) {
            return Status.ENDED;
        }
        if (batch.epoch().isPresent() && batch.epoch().getAsLong() != counter.epoch()) {
            return Status.STALE_EPOCH;
        }
        if (counter.perUserLimit() != null && number > counter.perUserLimit()) {
            return Status.LIMIT_REACHED;
        }
        if (counter.quota() != null && counter.issued() + coupons.size() >= counter.quota()) {
            return Status.SOLD_OUT;
        }
        return earlier.isTaken(request) ? Status.CODE_TAKEN : null;
    }
}
