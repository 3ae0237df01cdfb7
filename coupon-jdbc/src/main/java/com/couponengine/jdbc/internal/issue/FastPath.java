package com.couponengine.jdbc.internal.issue;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.store.IssueAnswer;
import com.couponengine.core.store.IssueAnswer.Status;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.jdbc.Dialect;
import com.couponengine.jdbc.internal.db.Tx;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Issues a batch in the hope that everything in it is right: inserts all rows with the gate's numbers, and counts them
 * only if state, window, epoch, limit and units allow. If anything is wrong, nothing is kept.
 */
final class FastPath {
    private FastPath() {}

    /**
     * Whether it is worth trying. Not on H2: it finds a deadlock with a batch that goes the slow way (rows before counter
     * against counter before rows) only by letting a lock wait run out. Nor if the hints cannot be numbers at all.
     */
    static boolean suits(Dialect dialect, IssueBatch batch) {
        return dialect != Dialect.H2 && batch.requests().stream().allMatch(request -> request.grabNoHint() > 0);
    }

    /** Issues and commits all, or fails as if a row could not be stored. */
    static List<IssueAnswer> issue(Tx tx, IssueBatch batch, ZoneId zone, ArchiveSeen archive) throws SQLException {
        List<Coupon> coupons = new ArrayList<>(batch.requests().size());
        int highestNo = 0;
        for (IssueRequest request : batch.requests()) {
            coupons.add(NewCoupon.of(batch, request, request.grabNoHint()));
            highestNo = Math.max(highestNo, request.grabNoHint());
        }
        new IssueWrite(tx, zone, coupons).runAndCommit(counterUpdate(tx, batch, highestNo, archive));
        List<IssueAnswer> answers = new ArrayList<>(coupons.size());
        for (Coupon coupon : coupons) {
            answers.add(new IssueAnswer(Status.GRANTED, coupon));
        }
        return answers;
    }

    private static String counterUpdate(Tx tx, IssueBatch batch, int highestNo, ArchiveSeen archive)
            throws SQLException {
        int count = batch.requests().size();
        String now = tx.nowSql();
        return "UPDATE coupon_quota SET issued = issued + " + count + " WHERE template_id = "
                + batch.share().templateId()
                + " AND state = 'PUBLISHED' AND voided = 0 AND grab_start <= " + now + " AND grab_end > " + now
                + " AND (quota IS NULL OR issued + " + count + " <= quota)"
                + " AND (per_user_limit IS NULL OR per_user_limit >= " + highestNo + ")"
                + (batch.epoch().isPresent()
                        ? " AND gate_epoch = " + batch.epoch().getAsLong()
                        : "")
                + " AND " + archive.noneOf(tx, batch.requests());
    }
}
