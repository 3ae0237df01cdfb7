package com.couponengine.jdbc.internal.schema;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.store.Shards;
import com.couponengine.jdbc.Dialect;
import com.couponengine.jdbc.internal.row.CouponTables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The tables of one data source as statements that can be run again without harm. The one source of what is installed
 * and of what is printed. Times are milliseconds since 1970 in UTC, amounts are minor units.
 */
public final class Schema {
    /** What {@link #statements} lays out. */
    public static final int VERSION = 2;

    private final Types types;
    private final int source;
    private final Shards shards;
    private final List<String> statements = new ArrayList<>();

    private Schema(Dialect dialect, int source, Shards shards) {
        this.types = Types.of(dialect);
        this.source = source;
        this.shards = shards;
    }

    /** All statements for one data source, in order. */
    public static List<String> statements(Dialect dialect, int source, Shards shards) {
        Schema schema = new Schema(dialect, source, shards);
        schema.templates();
        schema.coupons();
        schema.memory();
        schema.events();
        schema.version();
        return List.copyOf(schema.statements);
    }

    private void templates() {
        table(
                "coupon_template",
                "id " + types.identity(),
                "name VARCHAR(100) NOT NULL",
                "discount_kind " + types.ascii(20) + " NOT NULL",
                "currency " + types.ascii(3) + " NOT NULL",
                "min_spend BIGINT",
                "amount_off BIGINT",
                "rate DECIMAL(7,6)",
                "max_discount BIGINT",
                "total BIGINT",
                "per_user_limit INT",
                "grab_start BIGINT NOT NULL",
                "grab_end BIGINT NOT NULL",
                "valid_from BIGINT",
                "valid_until BIGINT",
                "valid_days INT",
                "delay_days INT",
                "zone " + types.ascii(64) + " NOT NULL",
                "release_policy " + types.ascii(20) + " NOT NULL",
                "stacking_group " + types.ascii(64),
                "state " + types.ascii(10) + " NOT NULL",
                "void_by VARCHAR(64)",
                "void_reason VARCHAR(200)",
                "void_request_id " + types.ascii(64),
                "voided_at BIGINT",
                "PRIMARY KEY (id)");
        table(
                "coupon_quota",
                "template_id BIGINT NOT NULL",
                "quota BIGINT",
                "issued BIGINT NOT NULL",
                "per_user_limit INT",
                "state " + types.ascii(10) + " NOT NULL",
                "voided SMALLINT NOT NULL",
                "grab_start BIGINT NOT NULL",
                "grab_end BIGINT NOT NULL",
                "gate_epoch BIGINT NOT NULL",
                "PRIMARY KEY (template_id)");
    }

    private void coupons() {
        shards.streamsOf(source).forEach(stream -> {
            String name = CouponTables.name(stream);
            table(
                    name,
                    couponColumns(),
                    "PRIMARY KEY (template_id, user_id, grab_no)",
                    "CONSTRAINT " + CouponTables.codeIndex(stream) + " UNIQUE (code)",
                    "CONSTRAINT " + CouponTables.index("uq_request", name) + " UNIQUE (user_id, request_id)",
                    "INDEX " + CouponTables.sweepIndex(stream) + " (sweep_at)");
            int first = stream * Shards.TABLES_PER_STREAM;
            for (int table = first; table < first + Shards.TABLES_PER_STREAM; table++) {
                statements.add("CREATE OR REPLACE" + types.viewOptions() + " VIEW " + CouponTables.view(table)
                        + " AS\n  SELECT * FROM " + name + " WHERE user_id % " + CouponCode.TABLES + " = " + table);
            }
        });
        table(
                CouponTables.ARCHIVE,
                couponColumns(),
                "archived_at BIGINT NOT NULL",
                "PRIMARY KEY (code)",
                "INDEX ix_archive_request (user_id, request_id)");
    }

    private String couponColumns() {
        return String.join(
                ",\n  ",
                "template_id BIGINT NOT NULL",
                "user_id BIGINT NOT NULL",
                "grab_no INT NOT NULL",
                "code " + types.ascii(19) + " NOT NULL",
                "request_id " + types.ascii(64),
                "state " + types.ascii(1) + " NOT NULL",
                "issued_at BIGINT NOT NULL",
                "valid_from BIGINT NOT NULL",
                "expires_at BIGINT NOT NULL",
                "order_id " + types.ascii(64),
                "attempt INT",
                "held_until BIGINT",
                "discount BIGINT",
                "currency " + types.ascii(3),
                "sweep_at BIGINT");
    }

    private void memory() {
        for (String name : List.of("coupon_redemption", "coupon_redemption_archive")) {
            table(
                    name,
                    "code " + types.ascii(19) + " NOT NULL",
                    "order_id " + types.ascii(64) + " NOT NULL",
                    "attempt INT NOT NULL",
                    "state " + types.ascii(10) + " NOT NULL",
                    "held_until BIGINT",
                    "allocation " + types.longText(),
                    "refunds " + types.longText(),
                    "order_key " + types.ascii(84) + " NOT NULL",
                    "place INT",
                    "stacking_group " + types.ascii(64),
                    "PRIMARY KEY (code, order_id, attempt)",
                    "CONSTRAINT uq" + name.substring("coupon".length()) + " UNIQUE (order_key, place)");
        }
        table(
                "coupon_ledger",
                "id " + types.identity(),
                "code " + types.ascii(19) + " NOT NULL",
                "user_id BIGINT NOT NULL",
                "template_id BIGINT NOT NULL",
                "type " + types.ascii(20) + " NOT NULL",
                "zone " + types.ascii(64) + " NOT NULL",
                "happened_at BIGINT NOT NULL",
                "order_id " + types.ascii(64),
                "attempt INT NOT NULL",
                "discount BIGINT",
                "paid BIGINT",
                "currency " + types.ascii(3),
                "request_id " + types.ascii(64),
                "actor VARCHAR(64)",
                "reason VARCHAR(200)",
                "PRIMARY KEY (id)",
                "INDEX ix_ledger_order (user_id, order_id, id)");
    }

    private void events() {
        table(
                "coupon_outbox",
                "id " + types.identity(),
                "stream SMALLINT NOT NULL",
                "seq BIGINT",
                "payload " + types.bytes() + " NOT NULL",
                "PRIMARY KEY (id)",
                "INDEX ix_outbox_stream (stream, seq)");
        table(
                "coupon_stream",
                "stream SMALLINT NOT NULL",
                "last_seq BIGINT NOT NULL",
                "acked_seq BIGINT NOT NULL",
                "PRIMARY KEY (stream)");
        shards.streamsOf(source)
                .forEach(stream ->
                        row("coupon_stream", "stream, last_seq, acked_seq", stream + ", 0, 0", "stream = " + stream));
    }

    private void version() {
        table(
                "coupon_schema_version",
                "version INT NOT NULL",
                "source SMALLINT NOT NULL",
                "sources SMALLINT NOT NULL",
                "PRIMARY KEY (version)");
        row(
                "coupon_schema_version",
                "version, source, sources",
                VERSION + ", " + source + ", " + shards.sources(),
                "version = " + VERSION);
    }

    private void table(String name, String... parts) {
        List<String> inside = new ArrayList<>();
        List<String> after = new ArrayList<>();
        for (String part : Arrays.asList(parts)) {
            if (part.startsWith("INDEX ") && !types.inlineIndexes()) {
                after.add("CREATE INDEX IF NOT EXISTS "
                        + part.substring("INDEX ".length()).replace(" (", " ON " + name + " ("));
            } else {
                inside.add(part);
            }
        }
        statements.add("CREATE TABLE IF NOT EXISTS " + name + " (\n  " + String.join(",\n  ", inside) + ")"
                + types.tableOptions());
        statements.addAll(after);
    }

    private void row(String table, String columns, String values, String key) {
        statements.add("INSERT INTO " + table + " (" + columns + ") SELECT " + values + types.fromNothing()
                + " WHERE NOT EXISTS (SELECT 1 FROM " + table + " WHERE " + key + ")");
    }
}
