package com.couponengine.jdbc.internal.redemption;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.store.Shards;
import com.couponengine.core.template.Template;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Sql;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.row.CouponRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.internal.row.RedemptionRows;
import com.couponengine.jdbc.internal.row.Row;
import com.couponengine.jdbc.internal.row.TemplateRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Locks coupons and reads all that is decided about: the rows first, in the order of table and code, so that no two
 * transactions wait for each other; then what the orders have to do with other coupons; then the templates, so that
 * nobody can void them meanwhile; then the memory; last the clock. One round trip, if all that is to be read can be
 * guessed: unused coupons of known templates and named users. Else two, and one more for coupons in the archive.
 */
final class RowLocks {
    private static final List<String> TEMPLATE =
            Stream.concat(Stream.of("id"), TemplateRows.COLUMNS.stream()).toList();

    private final Tx tx;
    private final KnownTemplates known;
    private final Packet packet;
    private final Packet.Clock clock = new Packet.Clock();
    private final SortedMap<CouponCode, LockedRow> rows = new TreeMap<>();
    /** Coupons of which something is remembered that was not read yet. */
    private final SortedSet<CouponCode> remembered = new TreeSet<>();

    private final Map<Long, Template> templates = new HashMap<>();
    private final LockedOrders orders = new LockedOrders();

    private RowLocks(Tx tx, KnownTemplates known, boolean alone) {
        this.tx = tx;
        this.known = known;
        this.packet = new Packet(tx, alone);
    }

    /** Locks the coupons of these commands and reads about them. */
    static RowLocks lock(Tx tx, KnownTemplates known, List<RedemptionCommand> commands) throws SQLException {
        RowLocks locks = new RowLocks(tx, known, commands.size() == 1);
        locks.read(commands);
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

    /** The repository's time, read after the last lock. */
    Instant now() throws SQLException {
        return clock.now(tx);
    }

    private void read(List<RedemptionCommand> commands) throws SQLException {
        SortedSet<CouponCode> codes = new TreeSet<>();
        SortedSet<CouponCode> used = new TreeSet<>();
        for (RedemptionCommand command : commands) {
            codes.add(command.code());
            if (!(command instanceof RedemptionCommand.OfOrder step && step.asksForCoupon())) {
                used.add(command.code());
            }
        }
        LockingQueries guessed = new LockingQueries(tx.dialect());
        coupons(guessed, codes);
        orders(guessed, LockedOrders.keysOfNamedUsers(commands));
        knownTemplates(guessed);
        if (packet.mayAskLate()) {
            guessed.add(List.of(Sql.LATE_MILLIS), "", List.of(), row -> clock.was(row.getLong(Sql.LATE_MILLIS)));
            guessed.addTo(packet);
            memory(RedemptionRows.TABLE, used);
        } else {
            guessed.addTo(packet);
            memory(RedemptionRows.TABLE, used);
            packet.clock(clock);
        }
        packet.send();

        SortedSet<CouponCode> missing = new TreeSet<>(codes);
        missing.removeAll(rows.keySet());
        if (!missing.isEmpty()) {
            archived(missing);
        }
        LockingQueries left = new LockingQueries(tx.dialect());
        orders(left, LockedOrders.keysOfOwners(commands, rows));
        unknownTemplates(left);
        left.addTo(packet);
        remembered.removeAll(used);
        memory(RedemptionRows.TABLE, remembered);
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
        known.remember(templates.values());
    }

    private void coupons(LockingQueries queries, SortedSet<CouponCode> all) {
        SortedMap<Integer, List<String>> byStream = new TreeMap<>();
        all.forEach(code -> byStream.computeIfAbsent(Shards.streamOf(code.table()), stream -> new ArrayList<>())
                .add(code.toString()));
        byStream.forEach((stream, codes) -> queries.add(
                CouponRows.COLUMNS,
                " FROM " + CouponTables.name(stream) + Sql.forceIndex(tx.dialect(), CouponTables.codeIndex(stream))
                        + " WHERE code IN " + Packet.marks(codes.size()) + ordered(codes.size(), "code")
                        + " FOR UPDATE",
                codes,
                row -> add(row, false)));
    }

    /** Locked, so that nobody confirms or extends one of them before this transaction has ended. */
    private void orders(LockingQueries queries, SortedSet<String> keys) {
        if (!keys.isEmpty()) {
            queries.add(
                    RedemptionRows.COLUMNS,
                    " FROM " + RedemptionRows.TABLE + Sql.forceIndex(tx.dialect(), RedemptionRows.ORDER_INDEX)
                            + " WHERE order_key IN " + Packet.marks(keys.size())
                            + " ORDER BY order_key, place FOR UPDATE",
                    List.copyOf(keys),
                    row -> orders.remember(
                            row.getString("order_key"),
                            CouponCode.parse(row.getString("code")),
                            RedemptionRows.read(row)));
        }
    }

    /** Those that are not void now, and cannot be made so before this transaction has ended. */
    private void knownTemplates(LockingQueries queries) {
        List<Long> ids = known.ids().stream().sorted().toList();
        if (!ids.isEmpty()) {
            queries.add(
                    List.of("id"),
                    " FROM coupon_template WHERE id IN " + Packet.marks(ids.size()) + " AND voided_at IS NULL"
                            + ordered(ids.size(), "id") + Sql.forShare(tx.dialect()),
                    ids,
                    row -> {
                        Template template = known.get(row.getLong("id"));
                        if (template != null) {
                            templates.put(template.id(), template);
                        }
                    });
        }
    }

    /** One row needs no order to be locked in, and a server is spared the thought. */
    private static String ordered(int keys, String by) {
        return keys == 1 ? "" : " ORDER BY " + by;
    }

    private void unknownTemplates(LockingQueries queries) {
        SortedSet<Long> ids = new TreeSet<>();
        rows.values().forEach(row -> ids.add(row.before().templateId()));
        ids.removeAll(templates.keySet());
        if (!ids.isEmpty()) {
            queries.add(
                    TEMPLATE,
                    " FROM coupon_template WHERE id IN " + Packet.marks(ids.size()) + " ORDER BY id"
                            + Sql.forShare(tx.dialect()),
                    List.copyOf(ids),
                    row -> {
                        Template template = TemplateRows.read(row);
                        templates.put(template.id(), template);
                    });
        }
    }

    private void archived(SortedSet<CouponCode> codes) throws SQLException {
        packet.query(
                "SELECT " + CouponRows.SELECTED + " FROM " + CouponTables.ARCHIVE + " WHERE code IN "
                        + Packet.marks(codes.size()),
                texts(codes),
                row -> add(Row.of(row), true));
        memory(RedemptionRows.ARCHIVE, codes);
        packet.send();
    }

    /** After the coupons are locked, whose memory nobody can change then. */
    private void memory(String table, SortedSet<CouponCode> codes) {
        if (codes.isEmpty()) {
            return;
        }
        packet.query(
                "SELECT " + RedemptionRows.SELECTED + " FROM " + table + " WHERE code IN " + Packet.marks(codes.size()),
                texts(codes),
                row -> {
                    LockedRow locked = rows.get(CouponCode.parse(row.getString("code")));
                    if (locked != null) {
                        locked.remembers(RedemptionRows.read(Row.of(row)));
                    }
                });
    }

    private void add(Row row, boolean archived) throws SQLException {
        if (!row.getString("state").equals(CouponRows.FENCED)) {
            boolean isRemembered = CouponRows.isRemembered(row);
            LockedRow locked = new LockedRow(CouponRows.read(row), archived, isRemembered);
            rows.put(locked.before().code(), locked);
            if (!archived && isRemembered) {
                remembered.add(locked.before().code());
            }
        }
    }

    private static List<String> texts(Collection<CouponCode> codes) {
        return codes.stream().map(CouponCode::toString).toList();
    }
}
