package com.couponengine.stats;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeSet;

/** Which day and which hour an instant belongs to. Counters and ClickHouse rows both ask here, so they cannot differ. */
final class Buckets {
    /** No hour of any zone's clock is shorter. */
    private static final Duration STEP = Duration.ofMinutes(15);

    private Buckets() {}

    static LocalDate day(Instant at, ZoneId zone) {
        return LocalDate.ofInstant(at, zone);
    }

    /** The start of the hour. */
    static Instant hour(Instant at, ZoneId zone) {
        return at.atZone(zone).truncatedTo(ChronoUnit.HOURS).toInstant();
    }

    static List<LocalDate> days(LocalDate from, LocalDate until) {
        return from.datesUntil(until).toList();
    }

    /** The starts of all hours of the days, in order of time. */
    static List<Instant> hours(LocalDate from, LocalDate until, ZoneId zone) {
        TreeSet<Instant> starts = new TreeSet<>();
        // A day more at both ends: where a clock is set back across midnight, a day is not one stretch of time.
        Instant end = until.plusDays(1).atStartOfDay(zone).toInstant();
        Instant at = from.minusDays(1).atStartOfDay(zone).toInstant();
        for (; at.isBefore(end); at = at.plus(STEP)) {
            LocalDate day = day(at, zone);
            if (!day.isBefore(from) && day.isBefore(until)) {
                starts.add(hour(at, zone));
            }
        }
        return List.copyOf(starts);
    }
}
