package com.couponengine.stats;

import com.clickhouse.client.api.data_formats.ClickHouseBinaryFormatReader;
import com.couponengine.core.event.EventType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Sums of stored events. Thread-safe. */
final class EventSums {
    private static final String SUMS = "toString(type) AS kind, discount IS NOT NULL AS priced,"
            + " count() AS times, sum(ifNull(discount, 0)) AS minor";

    private final ClickHouseCalls calls;
    private final String table;

    EventSums(ClickHouseCalls calls, String table) {
        this.calls = calls;
        this.table = table;
    }

    /** The sums of a template by day, of the days that have events. */
    Map<LocalDate, Tally> byDay(long templateId, LocalDate from, LocalDate until, ZoneId zone) {
        return by("toString(day)", LocalDate::parse, templateId, from, until, zone);
    }

    /** The sums of a template by start of the hour, of the hours that have events. */
    Map<Instant, Tally> byHour(long templateId, LocalDate from, LocalDate until, ZoneId zone) {
        return by(
                "toString(toUnixTimestamp64Milli(hour))",
                millis -> Instant.ofEpochMilli(Long.parseLong(millis)),
                templateId,
                from,
                until,
                zone);
    }

    /** All that the counters of a template should hold, as one query saw it. */
    CounterContents contents(long templateId) {
        String sql = """
                SELECT stream, toString(day) AS bucket, max(seq) AS last, %s
                FROM %s FINAL
                WHERE template_id = {template:Int64}
                GROUP BY stream, bucket, kind, priced""".formatted(SUMS, table);
        CounterContents contents = new CounterContents();
        calls.query(sql, Map.of("template", templateId), row -> {
            contents.lastSeqs().merge(row.getInteger("stream"), row.getLong("last"), Math::max);
            LocalDate day = LocalDate.parse(row.getString("bucket"));
            add(row, contents.days().computeIfAbsent(day, d -> new Tally()));
            return true;
        });
        return contents;
    }

    private <B> Map<B, Tally> by(
            String bucket, Function<String, B> parse, long templateId, LocalDate from, LocalDate until, ZoneId zone) {
        // The day decides; the time, a day more at both ends, only narrows what is read.
        String sql = """
                SELECT %s AS bucket, %s
                FROM %s FINAL
                WHERE template_id = {template:Int64}
                  AND at >= fromUnixTimestamp64Milli({start:Int64}) AND at < fromUnixTimestamp64Milli({end:Int64})
                  AND day >= {from:Date32} AND day < {until:Date32}
                GROUP BY bucket, kind, priced""".formatted(bucket, SUMS, table);
        Map<String, Object> parameters = Map.of(
                "template", templateId,
                "start", startOf(from.minusDays(1), zone),
                "end", startOf(until.plusDays(1), zone),
                "from", from.toString(),
                "until", until.toString());
        Map<B, Tally> sums = new TreeMap<>();
        calls.query(sql, parameters, row -> {
            add(row, sums.computeIfAbsent(parse.apply(row.getString("bucket")), b -> new Tally()));
            return true;
        });
        return sums;
    }

    private static long startOf(LocalDate day, ZoneId zone) {
        return day.atStartOfDay(zone).toInstant().toEpochMilli();
    }

    /** Types that only a later version knows count as nothing. */
    private static void add(ClickHouseBinaryFormatReader row, Tally tally) {
        String kind = row.getString("kind");
        for (EventType type : EventType.values()) {
            if (type.name().equals(kind)) {
                tally.add(type, row.getBoolean("priced"), row.getLong("times"), row.getLong("minor"));
            }
        }
    }
}
