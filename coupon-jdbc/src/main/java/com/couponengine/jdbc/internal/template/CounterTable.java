package com.couponengine.jdbc.internal.template;

import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.row.Row;
import com.couponengine.jdbc.internal.row.TemplateRows;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of {@code coupon_quota} on one data source. */
public final class CounterTable {
    private static final long FIRST_EPOCH = 1;
    private static final String SELECT = "SELECT quota, issued, per_user_limit, state, voided, grab_start, grab_end,"
            + " gate_epoch FROM coupon_quota WHERE template_id = ?";

    private CounterTable() {}

    /** Reads a row without a lock. */
    public static Optional<CounterRow> find(Tx tx, long templateId) {
        return select(tx, SELECT, templateId);
    }

    /** Reads a row and locks it, which waits out the commits that count on it. */
    public static Optional<CounterRow> lock(Tx tx, long templateId) {
        return select(tx, SELECT + " FOR UPDATE", templateId);
    }

    /** Counts coupons; the row is locked. */
    public static void addIssued(Tx tx, long templateId, int count) {
        tx.handle().execute("UPDATE coupon_quota SET issued = issued + ? WHERE template_id = ?", count, templateId);
    }

    /** Makes the reservations of the epoch before worthless; the row is locked. */
    public static void setEpoch(Tx tx, long templateId, long epoch) {
        tx.handle().execute("UPDATE coupon_quota SET gate_epoch = ? WHERE template_id = ?", epoch, templateId);
    }

    static void insert(Tx tx, Template template, @Nullable Long quota) {
        TemplateSpec spec = template.spec();
        tx.handle()
                .execute(
                        "INSERT INTO coupon_quota (template_id, quota, issued, per_user_limit, state, voided, grab_start,"
                                + " grab_end, gate_epoch) VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?)",
                        template.id(),
                        quota,
                        spec.perUserLimit(),
                        TemplateRows.text(template.state()),
                        template.isVoid() ? 1 : 0,
                        spec.grabStart().toEpochMilli(),
                        spec.grabEnd().toEpochMilli(),
                        FIRST_EPOCH);
    }

    /** Writes what a template says into its row, but for the units. */
    static void update(Tx tx, Template template) {
        TemplateSpec spec = template.spec();
        tx.handle()
                .execute(
                        "UPDATE coupon_quota SET per_user_limit = ?, state = ?, voided = ?, grab_start = ?, grab_end = ?"
                                + " WHERE template_id = ?",
                        spec.perUserLimit(),
                        TemplateRows.text(template.state()),
                        template.isVoid() ? 1 : 0,
                        spec.grabStart().toEpochMilli(),
                        spec.grabEnd().toEpochMilli(),
                        template.id());
    }

    /** Sets the units that the data source owns; the row is locked. */
    static void setQuota(Tx tx, long templateId, @Nullable Long quota) {
        tx.handle().execute("UPDATE coupon_quota SET quota = ? WHERE template_id = ?", quota, templateId);
    }

    private static Optional<CounterRow> select(Tx tx, String sql, long templateId) {
        return tx.handle()
                .select(sql, templateId)
                .map((row, context) -> read(Row.of(row)))
                .findOne();
    }

    private static CounterRow read(Row row) throws SQLException {
        return new CounterRow(
                row.longOrNull("quota"),
                row.getLong("issued"),
                row.integerOrNull("per_user_limit"),
                TemplateRows.state(row.getString("state")),
                row.getInt("voided") != 0,
                row.getInstant("grab_start"),
                row.getInstant("grab_end"),
                row.getLong("gate_epoch"));
    }
}
