package com.couponengine.stats;

import com.clickhouse.client.api.data_formats.RowBinaryFormatSerializer;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.money.Money;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of events: its definition, and how an event becomes a row. */
final class EventTable {
    /** In the order of {@link #writeRow}. */
    static final List<String> COLUMNS = List.of(
            "template_id",
            "at",
            "stream",
            "seq",
            "position",
            "day",
            "hour",
            "zone",
            "type",
            "code",
            "user_id",
            "order_id",
            "attempt",
            "discount",
            "paid",
            "currency",
            "request_id",
            "actor",
            "reason");

    private EventTable() {}

    /**
     * The statement that makes it. Unpartitioned, so that an insert is one part: seen whole or not at all. An
     * acknowledged insert is on the disk.
     */
    static String definition(String table) {
        return """
                CREATE TABLE IF NOT EXISTS %s (
                    template_id Int64,
                    at DateTime64(3, 'UTC') COMMENT 'when it happened',
                    stream Int32,
                    seq Int64 COMMENT 'number of the batch in its stream',
                    position Int32 COMMENT 'place in the batch, from 0',
                    day Date32 COMMENT 'the day of at in zone',
                    hour DateTime64(3, 'UTC') COMMENT 'start of the hour of at in zone',
                    zone LowCardinality(String) COMMENT 'the zone of the template',
                    type LowCardinality(String),
                    code String,
                    user_id Int64,
                    order_id Nullable(String),
                    attempt Int32,
                    discount Nullable(Int64) COMMENT 'minor units, given or taken back',
                    paid Nullable(Int64) COMMENT 'minor units, paid or paid back',
                    currency LowCardinality(String) COMMENT 'of discount and paid, ISO 4217, or empty',
                    request_id Nullable(String),
                    actor Nullable(String) COMMENT 'who voided it',
                    reason Nullable(String)
                )
                ENGINE = ReplacingMergeTree
                ORDER BY (template_id, at, stream, seq, position)
                SETTINGS fsync_after_insert = 1, fsync_part_directory = 1
                COMMENT 'coupon events: a row may be stored several times, read it with FINAL'""".formatted(table);
    }

    static void writeRows(List<EventBatch> batches, OutputStream out) throws IOException {
        RowBinaryFormatSerializer row = new RowBinaryFormatSerializer(out);
        for (EventBatch batch : batches) {
            for (int position = 0; position < batch.events().size(); position++) {
                writeRow(batch, position, row);
            }
        }
    }

    private static void writeRow(EventBatch batch, int position, RowBinaryFormatSerializer row) throws IOException {
        CouponEvent event = batch.events().get(position);
        row.writeInt64(event.templateId());
        write(event.at(), row);
        row.writeInt32(batch.stream());
        row.writeInt64(batch.seq());
        row.writeInt32(position);
        write(Buckets.day(event.at(), event.zone()), row);
        write(Buckets.hour(event.at(), event.zone()), row);
        row.writeString(event.zone().getId());
        row.writeString(event.type().name());
        row.writeString(event.code().toString());
        row.writeInt64(event.userId());
        write(event.orderId(), row);
        row.writeInt32(event.attempt());
        write(event.discount(), row);
        write(event.paid(), row);
        row.writeString(currency(event));
        write(event.requestId(), row);
        write(event.by(), row);
        write(event.reason(), row);
    }

    private static String currency(CouponEvent event) {
        Money money = event.discount() != null ? event.discount() : event.paid();
        return money == null ? "" : money.currency().getCurrencyCode();
    }

    private static void write(Instant at, RowBinaryFormatSerializer row) throws IOException {
        row.writeInt64(at.toEpochMilli());
    }

    private static void write(LocalDate day, RowBinaryFormatSerializer row) throws IOException {
        row.writeInt32(Math.toIntExact(day.toEpochDay()));
    }

    private static void write(@Nullable String text, RowBinaryFormatSerializer row) throws IOException {
        if (text == null) {
            row.writeNull();
        } else {
            row.writeNotNull();
            row.writeString(text);
        }
    }

    private static void write(@Nullable Money money, RowBinaryFormatSerializer row) throws IOException {
        if (money == null) {
            row.writeNull();
        } else {
            row.writeNotNull();
            row.writeInt64(money.minorUnits());
        }
    }
}
