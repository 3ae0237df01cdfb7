package com.couponengine.stats;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.event.EventBatch;
import java.time.LocalDate;
import java.util.Currency;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Looks at counters. */
final class Counters {
    private static final Currency CNY = Currency.getInstance("CNY");

    private Counters() {}

    /** A prefix that no other test has. */
    static String newPrefix() {
        return "it:" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()) + ":";
    }

    static Figures total(RedisCounters counters, long templateId) {
        return counters.read(templateId, LocalDate.EPOCH).orElseThrow().total().in(CNY);
    }

    static Figures day(RedisCounters counters, long templateId, LocalDate day) {
        return counters.read(templateId, day).orElseThrow().day().in(CNY);
    }

    /** Every figure of every template and day of a history is that of its events, each counted once. */
    static void areExactly(List<EventBatch> batches, RandomHistory history, RedisCounters counters) {
        for (long templateId : history.templates()) {
            Expected expected = Expected.of(batches, templateId);
            assertThat(total(counters, templateId)).isEqualTo(expected.figures());
            LocalDate first =
                    RandomHistory.START.atZone(history.zone(templateId)).toLocalDate();
            LocalDate last = history.now().atZone(history.zone(templateId)).toLocalDate();
            for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
                assertThat(day(counters, templateId, day))
                        .as("template %s, %s", templateId, day)
                        .isEqualTo(expected.on(day).figures());
            }
        }
    }
}
