package com.couponengine.jdbc.internal.issue;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.store.Shards;
import com.couponengine.jdbc.Dialect;
import com.couponengine.jdbc.internal.db.Literals;
import com.couponengine.jdbc.internal.db.Packet;
import com.couponengine.jdbc.internal.db.Sql;
import com.couponengine.jdbc.internal.db.Tx;
import com.couponengine.jdbc.internal.outbox.OutboxRows;
import com.couponengine.jdbc.internal.row.CouponTables;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Writes new coupons: their rows, sorted by table and key so that two transactions never wait for each other in a
 * circle, their events, and last the counter row, whose lock is then held for the shortest time. All of it is one text,
 * which costs one round trip; the values in it are numbers, codes and request ids, checked or encoded here.
 */
final class IssueWrite {
    private static final String COLUMNS =
            " (template_id, user_id, grab_no, code, request_id, state, issued_at, valid_from,"
                    + " expires_at, sweep_at) VALUES ";
    private static final int CHARS_PER_COUPON = 240;
    private static final Comparator<Coupon> BY_TABLE_AND_KEY = Comparator.comparingInt(
                    (Coupon coupon) -> CouponTables.streamOfUser(coupon.userId()))
            .thenComparingLong(Coupon::userId)
            .thenComparingInt(Coupon::grabNo);

    private final Tx tx;
    private final ZoneId zone;
    private final List<Coupon> coupons;

    /**
     * New coupons of one template.
     *
     * @param zone the template's zone
     * @param coupons at least one, in any order
     */
    IssueWrite(Tx tx, ZoneId zone, List<Coupon> coupons) {
        this.tx = tx;
        this.zone = zone;
        this.coupons = new ArrayList<>(coupons);
        this.coupons.sort(BY_TABLE_AND_KEY);
    }

    /** Writes all, under the lock of the counter's row. */
    void run(String counterUpdate) throws SQLException {
        if (tx.dialect() == Dialect.H2) {
            oneByOne(counterUpdate);
        } else {
            tx.run(inOneText().append(counterUpdate));
        }
    }

    /**
     * Writes all and commits: the lock of the counter's row is not held while anything travels. Fails if the update of
     * the counter changes no row. Not on H2.
     */
    void runAndCommit(String counterUpdate) throws SQLException {
        tx.runAndCommit(inOneText().append(Sql.exactly(tx.dialect(), counterUpdate, 1)));
    }

    private StringBuilder inOneText() {
        StringBuilder sql = new StringBuilder(1_000 + CHARS_PER_COUPON * coupons.size());
        for (List<Coupon> ofTable : byTable()) {
            sql.append("INSERT INTO ").append(tableOf(ofTable)).append(COLUMNS);
            for (int i = 0; i < ofTable.size(); i++) {
                appendRow(sql.append(i == 0 ? "" : ","), ofTable.get(i));
            }
            sql.append(';');
        }
        appendOutbox(sql);
        return sql;
    }

    private void appendRow(StringBuilder sql, Coupon coupon) {
        long expiresAt = coupon.expiresAt().toEpochMilli();
        sql.append('(')
                .append(coupon.templateId())
                .append(',')
                .append(coupon.userId())
                .append(',')
                .append(coupon.grabNo())
                .append(",'")
                .append(coupon.code())
                .append("',");
        Literals.append(sql, tx.dialect(), coupon.requestId());
        sql.append(",'A',")
                .append(coupon.issuedAt().toEpochMilli())
                .append(',')
                .append(coupon.validFrom().toEpochMilli())
                .append(',')
                .append(expiresAt)
                .append(',')
                .append(expiresAt)
                .append(')');
    }

    private void appendOutbox(StringBuilder sql) {
        sql.append("INSERT INTO coupon_outbox (stream, payload) VALUES ");
        OutboxRows.forEach(events(), (payload, stream) -> {
            sql.append('(').append(stream).append(',');
            Literals.append(sql, tx.dialect(), payload);
            sql.append("),");
        });
        sql.setLength(sql.length() - 1);
        sql.append(';');
    }

    private void oneByOne(String counterUpdate) throws SQLException {
        for (List<Coupon> ofTable : byTable()) {
            try (PreparedStatement insert = tx.connection()
                    .prepareStatement(
                            "INSERT INTO " + tableOf(ofTable) + COLUMNS + "(?, ?, ?, ?, ?, 'A', ?, ?, ?, ?)")) {
                for (Coupon coupon : ofTable) {
                    insert.setLong(1, coupon.templateId());
                    insert.setLong(2, coupon.userId());
                    insert.setInt(3, coupon.grabNo());
                    insert.setString(4, coupon.code().toString());
                    insert.setString(5, coupon.requestId());
                    insert.setLong(6, coupon.issuedAt().toEpochMilli());
                    insert.setLong(7, coupon.validFrom().toEpochMilli());
                    insert.setLong(8, coupon.expiresAt().toEpochMilli());
                    insert.setLong(9, coupon.expiresAt().toEpochMilli());
                    insert.executeUpdate();
                }
            }
        }
        Packet packet = new Packet(tx);
        OutboxRows.add(packet, events());
        packet.send();
        try (Statement statement = tx.connection().createStatement()) {
            statement.executeUpdate(counterUpdate);
        }
    }

    private List<List<Coupon>> byTable() {
        List<List<Coupon>> byTable = new ArrayList<>(Shards.STREAMS);
        int from = 0;
        for (int i = 1; i <= coupons.size(); i++) {
            if (i == coupons.size() || stream(i) != stream(from)) {
                byTable.add(coupons.subList(from, i));
                from = i;
            }
        }
        return byTable;
    }

    private List<CouponEvent> events() {
        return coupons.stream().map(coupon -> CouponEvent.issued(coupon, zone)).toList();
    }

    private int stream(int i) {
        return CouponTables.streamOfUser(coupons.get(i).userId());
    }

    private static String tableOf(List<Coupon> coupons) {
        return CouponTables.ofUser(coupons.get(0).userId());
    }
}
