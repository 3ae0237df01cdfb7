package com.couponengine.jdbc.internal.issue;

import com.couponengine.core.store.IssueRequest;
import com.couponengine.jdbc.Dialect;
import com.couponengine.jdbc.internal.db.Literals;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.row.CouponTables;
import java.util.List;

/**
 * Keeps request ids of archived coupons from being granted again. While a data source's archive is empty, that it still
 * is costs next to nothing to ask; once it is not, it is asked for the batch's ids. Thread-safe.
 */
final class ArchiveSeen {
    private volatile boolean filled;

    /** The archive has rows: from now on it is asked. */
    void noteFilled() {
        filled = true;
    }

    boolean isFilled() {
        return filled;
    }

    /** A condition that holds only if no request of the batch stands in the archive. */
    String noneOf(Tx tx, List<IssueRequest> requests) {
        StringBuilder sql = new StringBuilder(100 + (filled ? 64 * requests.size() : 0));
        sql.append("NOT EXISTS (SELECT 1 FROM ").append(CouponTables.ARCHIVE);
        if (filled && tx.dialect() == Dialect.H2) {
            appendUsers(sql, requests); // it finds no index for pairs: a user in the archive is suspect enough
        } else if (filled) {
            sql.append(" WHERE (user_id, request_id) IN (");
            for (int i = 0; i < requests.size(); i++) {
                sql.append(i == 0 ? "(" : ",(").append(requests.get(i).userId()).append(',');
                Literals.append(sql, tx.dialect(), requests.get(i).requestId());
                sql.append(')');
            }
            sql.append(')');
        }
        return sql.append(')').toString();
    }

    private static void appendUsers(StringBuilder sql, List<IssueRequest> requests) {
        sql.append(" WHERE user_id IN (");
        for (int i = 0; i < requests.size(); i++) {
            sql.append(i == 0 ? "" : ",").append(requests.get(i).userId());
        }
        sql.append(')');
    }
}
