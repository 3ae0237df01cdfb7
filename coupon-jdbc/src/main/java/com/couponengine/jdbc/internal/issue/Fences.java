package com.couponengine.jdbc.internal.issue;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.store.FenceAnswer;
import com.couponengine.jdbc.internal.db.Database;
import com.couponengine.jdbc.internal.db.Deadline;
import com.couponengine.jdbc.internal.db.Faults;
import com.couponengine.jdbc.internal.db.RowRefusedException;
import com.couponengine.jdbc.internal.db.Source;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.row.CouponRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Decides attempts whose outcome is unknown. A look that sees nothing decides nothing: the server may still be
 * committing. So a row with the attempt's code is inserted where the coupon's would stand; the unique key lets only one
 * of them be, and makes the later one wait for the earlier one's end.
 */
final class Fences {
    /** A fence's number is drawn by lot; should another fence of the user have it, it is drawn again. */
    private static final int DRAWS_MAX = 5;

    private final Database database;

    Fences(Database database) {
        this.database = database;
    }

    FenceAnswer fence(long templateId, long userId, CouponCode code) {
        String what = "fence " + code + " of user " + userId;
        Source source = database.ofTable(code.table());
        Deadline deadline = source.deadline();
        try {
            for (int draw = 0; draw < DRAWS_MAX; draw++) {
                Optional<FenceAnswer> answer = insert(source, what, templateId, userId, code, deadline);
                if (answer.isEmpty()) {
                    answer = source.inTransaction(what, tx -> find(tx, code), deadline);
                }
                if (answer.isPresent()) {
                    return answer.get();
                }
            }
        } catch (StoreUnavailableException e) {
            if (Faults.kind(e) == Faults.Kind.LOCK_WAIT) {
                throw new OutcomeUnknownException(what + " waits for a transaction that may still commit", e);
            }
            throw e;
        }
        throw new StoreUnavailableException(what + ": no number is free");
    }

    /** Inserts the fence, or answers nothing if there is a row with its code or its number. */
    private static Optional<FenceAnswer> insert(
            Source source, String what, long templateId, long userId, CouponCode code, Deadline deadline) {
        try {
            return source.tryTransaction(
                    what,
                    tx -> {
                        tx.handle()
                                .execute(
                                        "INSERT INTO " + CouponTables.of(code)
                                                + " (template_id, user_id, grab_no, code, state, issued_at, valid_from,"
                                                + " expires_at) VALUES (?, ?, ?, ?, '" + CouponRows.FENCED
                                                + "', 0, 0, 0)",
                                        templateId,
                                        userId,
                                        -ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE),
                                        code.toString());
                        // After the insert: had the coupon been moved to the archive meanwhile, its row is gone now.
                        if (stateIn(tx, CouponTables.ARCHIVE, code).isPresent()) {
                            tx.rollBackAtEnd();
                            return Optional.of(FenceAnswer.GRANTED);
                        }
                        return Optional.of(FenceAnswer.FENCED);
                    },
                    deadline);
        } catch (RowRefusedException e) {
            if (e.isDuplicate()) {
                return Optional.empty();
            }
            throw new StoreUnavailableException(what, e);
        }
    }

    private static Optional<FenceAnswer> find(Tx tx, CouponCode code) {
        Optional<String> state = stateIn(tx, CouponTables.of(code), code);
        if (state.isEmpty()) {
            state = stateIn(tx, CouponTables.ARCHIVE, code);
        }
        return state.map(letter -> letter.equals(CouponRows.FENCED) ? FenceAnswer.FENCED : FenceAnswer.GRANTED);
    }

    private static Optional<String> stateIn(Tx tx, String table, CouponCode code) {
        return tx.handle()
                .select("SELECT state FROM " + table + " WHERE code = ?", code.toString())
                .mapTo(String.class)
                .findOne();
    }
}
