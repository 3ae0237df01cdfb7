package com.couponengine.jdbc.internal.redemption;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.template.Template;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Sql;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.row.CouponRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.internal.row.RedemptionRows;
import com.couponengine.jdbc.internal.row.TemplateRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Locks coupons and reads all that is decided about: the rows first, in the order of table and code, so that no two
 * transactions wait for each other; then what the orders have to do with other coupons; then the memory; then the
 * templates, so that nobody can void them meanwhile; last the clock. One round trip for a single coupon of a named user,
 * or for several that were never used before and whose templates are the likely ones; else two, and one more for those
 * that stand in the archive.
 */
final class RowLocks {
    private static final String TEMPLATE =
            "SELECT id, " + String.join(", ", TemplateRows.COLUMNS) + " FROM coupon_template WHERE id ";

    private final Tx tx;
    private final Packet packet;
    private final Packet.Clock clock = new Packet.Clock();
    private final SortedMap<CouponCode, LockedRow> rows = new TreeMap<>();
    /** Coupons of which something is remembered. */
    private final List<String> remembered = new ArrayList<>();

    private final Map<Long, Template> templates = new HashMap<>();
    private final LockedOrders orders = new LockedOrders();

    private RowLocks(Tx tx) {
        this.tx = tx;
        this.packet = new Packet(tx);
    }

    /**
     * Locks the coupons of these commands and reads about them.
     *
     * @param likely templates that they may be of
     */
    static RowLocks lock(Tx tx, List<RedemptionCommand> commands, Collection<Long> likely) throws SQLException {
        RowLocks locks = new RowLocks(tx);
        SortedSet<CouponCode> codes = new TreeSet<>();
        commands.forEach(command -> codes.add(command.code()));
        locks.read(codes, commands, likely);
        return locks;
    }

    /** What the commands' orders have to do with other coupons. */
    LockedOrders orders() {
        return orders;
    }

    /** The coupons that there are, by their codes. */
    SortedMap<CouponCode, LockedRow> rows() {
        return rows;
    }

    /** The templates of the coupons that there are. */
    Set<Long> templates() {
        return rows.values().stream().map(row -> row.before().templateId()).collect(Collectors.toSet());
    }

    /** The repository's time, read after the last lock. */
    Instant now() throws SQLException {
        return clock.now(tx);
    }

    private void read(SortedSet<CouponCode> codes, List<RedemptionCommand> commands, Collection<Long> likely)
            throws SQLException {
        TreeMap<Integer, List<String>> byTable = new TreeMap<>();
        codes.forEach(code -> byTable.computeIfAbsent(code.table(), table -> new ArrayList<>())
                .add(code.toString()));
        coupons(byTable);
        orders(LockedOrders.keysOfNamedUsers(commands));
        if (codes.size() == 1) {
            List<String> code = texts(codes);
            memory(RedemptionRows.TABLE, code);
            templates("= (SELECT template_id FROM " + CouponTables.name(byTable.firstKey()) + " WHERE code = ?)", code);
        } else {
            templates(likely);
        }
        packet.clock(clock);
        packet.send();
        SortedSet<CouponCode> missing = new TreeSet<>(codes);
        missing.removeAll(rows.keySet());
        if (!missing.isEmpty()) {
            archived(texts(missing));
        }
        orders(LockedOrders.keysOfOwners(commands, rows));
        if (codes.size() > 1) {
            memory(RedemptionRows.TABLE, remembered);
        }
        SortedSet<Long> unread = new TreeSet<>(templates());
        unread.removeAll(templates.keySet());
        templates(unread);
        if (!packet.isEmpty()) {
            packet.clock(clock);
            packet.send();
        }
        rows.values().forEach(row -> {
            Template template = templates.get(row.before().templateId());
            if (template != null) {
                row.has(template);
            }
        });
    }

    /** In one query where the database locks the rows of a UNION: a statement costs far more than a row. */
    private void coupons(SortedMap<Integer, List<String>> byTable) {
        List<String> queries = new ArrayList<>();
        byTable.forEach((table, codes) -> queries.add("SELECT " + CouponRows.COLUMNS + " FROM "
                + CouponTables.name(table) + Sql.forceIndex(tx.dialect(), CouponTables.codeIndex(table))
                + " WHERE code IN " + Packet.marks(codes.size()) + " ORDER BY code FOR UPDATE"));
        if (queries.size() > 1 && tx.dialect().isMySqlLike()) {
            List<String> codes = byTable.values().stream().flatMap(List::stream).toList();
            packet.query("(" + String.join(") UNION ALL (", queries) + ")", codes, row -> add(row, false));
        } else {
            Iterator<List<String>> codes = byTable.values().iterator();
            queries.forEach(query -> packet.query(query, codes.next(), row -> add(row, false)));
        }
    }

    /** Locked, so that nobody confirms or extends one of them before this transaction has ended. */
    private void orders(SortedSet<String> keys) {
        if (!keys.isEmpty()) {
            packet.query(
                    "SELECT " + RedemptionRows.SELECTED + " FROM " + RedemptionRows.TABLE
                            + Sql.forceIndex(tx.dialect(), RedemptionRows.ORDER_INDEX) + " WHERE order_key IN "
                            + Packet.marks(keys.size()) + " ORDER BY order_key, place FOR UPDATE",
                    List.copyOf(keys),
                    row -> orders.remember(
                            row.getString("order_key"),
                            CouponCode.parse(row.getString("code")),
                            RedemptionRows.read(row)));
        }
    }

    private void archived(List<String> codes) throws SQLException {
        packet.query(
                "SELECT " + CouponRows.COLUMNS + " FROM " + CouponTables.ARCHIVE + " WHERE code IN "
                        + Packet.marks(codes.size()),
                codes,
                row -> add(row, true));
        memory(RedemptionRows.ARCHIVE, codes);
        packet.send();
    }

    private void memory(String table, List<String> codes) {
        if (codes.isEmpty()) {
            return;
        }
        packet.query(
                "SELECT " + RedemptionRows.SELECTED + " FROM " + table + " WHERE code IN " + Packet.marks(codes.size()),
                codes,
                row -> {
                    LockedRow locked = rows.get(CouponCode.parse(row.getString("code")));
                    if (locked != null) {
                        locked.remembers(RedemptionRows.read(row));
                    }
                });
    }

    private void templates(Collection<Long> ids) {
        if (!ids.isEmpty()) {
            templates(
                    "IN " + Packet.marks(ids.size()) + " ORDER BY id",
                    ids.stream().sorted().toList());
        }
    }

    private void templates(String which, List<?> values) {
        packet.query(TEMPLATE + which + Sql.forShare(tx.dialect()), values, row -> {
            Template template = TemplateRows.read(row);
            templates.put(template.id(), template);
        });
    }

    private void add(ResultSet row, boolean archived) throws SQLException {
        if (!row.getString("state").equals(CouponRows.FENCED)) {
            LockedRow locked = new LockedRow(CouponRows.read(row), archived);
            rows.put(locked.before().code(), locked);
            if (!archived && CouponRows.isRemembered(row)) {
                remembered.add(locked.before().code().toString());
            }
        }
    }

    private static List<String> texts(Collection<CouponCode> codes) {
        return codes.stream().map(CouponCode::toString).toList();
    }
}
