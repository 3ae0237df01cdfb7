package com.couponengine.jdbc.internal.template;

import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.TemplateState;
import com.couponengine.jdbc.internal.db.Sql;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.row.Row;
import com.couponengine.jdbc.internal.row.TemplateRows;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of {@code coupon_template} on one data source: the truth at home, copies elsewhere. */
public final class TemplateTable {
    private static final String COLUMNS = String.join(", ", TemplateRows.COLUMNS);
    private static final String SELECT = "SELECT id, " + COLUMNS + " FROM coupon_template WHERE id = ?";
    private static final String INSERT =
            "INSERT INTO coupon_template (" + COLUMNS + ") VALUES (" + marks(TemplateRows.COLUMNS.size()) + ")";
    private static final String INSERT_COPY =
            "INSERT INTO coupon_template (" + COLUMNS + ", id) VALUES (" + marks(TemplateRows.COLUMNS.size() + 1) + ")";
    private static final String UPDATE = "UPDATE coupon_template SET "
            + TemplateRows.COLUMNS.stream().map(column -> column + " = ?").collect(Collectors.joining(", "))
            + " WHERE id = ?";

    private TemplateTable() {}

    /** Inserts a draft and returns its id. */
    static long insert(Tx tx, TemplateSpec spec) throws SQLException {
        List<@Nullable Object> values = TemplateRows.values(spec, TemplateState.DRAFT, null);
        try (PreparedStatement insert = tx.connection().prepareStatement(INSERT, new String[] {"id"})) {
            for (int i = 0; i < values.size(); i++) {
                insert.setObject(i + 1, values.get(i));
            }
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }

    /** Reads a row without a lock. */
    public static Optional<Template> find(Tx tx, long id) {
        return select(tx, SELECT, id);
    }

    /** Reads a row and keeps others from changing it, not from reading or share-locking it. */
    public static Optional<Template> lockShared(Tx tx, long id) {
        return select(tx, SELECT + Sql.forShare(tx.dialect()), id);
    }

    /** Reads a row and locks it. */
    static Optional<Template> lock(Tx tx, long id) {
        return select(tx, SELECT + " FOR UPDATE", id);
    }

    static List<Template> list(Tx tx, long afterId, int max) {
        return tx.handle()
                .select(
                        "SELECT id, " + COLUMNS + " FROM coupon_template WHERE id > ? ORDER BY id LIMIT ?",
                        afterId,
                        max)
                .map((row, context) -> TemplateRows.read(Row.of(row)))
                .list();
    }

    /** Writes a row, whether or not it is there. The caller keeps others from doing the same. */
    static void put(Tx tx, Template template) {
        List<@Nullable Object> values =
                new ArrayList<>(TemplateRows.values(template.spec(), template.state(), template.voiding()));
        values.add(template.id());
        boolean isThere = find(tx, template.id()).isPresent(); // an UPDATE may count only rows that it makes different
        tx.handle().execute(isThere ? UPDATE : INSERT_COPY, values.toArray());
    }

    private static Optional<Template> select(Tx tx, String sql, long id) {
        return tx.handle()
                .select(sql, id)
                .map((row, context) -> TemplateRows.read(Row.of(row)))
                .findOne();
    }

    private static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }
}
