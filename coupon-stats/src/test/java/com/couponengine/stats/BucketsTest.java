package com.couponengine.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BucketsTest {

    // B95
    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin,    2025-01-31T22:59:59.999Z, 2025-01-31",
        "Europe/Berlin,    2025-01-31T23:00:00Z,     2025-02-01",
        "Europe/Berlin,    2025-01-31T23:59:59Z,     2025-02-01",
        "Europe/Berlin,    2025-06-30T22:00:00Z,     2025-07-01",
        "Europe/Berlin,    2025-06-30T22:59:59Z,     2025-07-01",
        "Asia/Shanghai,    2025-01-31T16:30:00Z,     2025-02-01",
        "America/New_York, 2025-02-01T04:59:59Z,     2025-01-31",
        "Asia/Kolkata,     2025-01-31T18:30:00Z,     2025-02-01",
        "UTC,              2025-01-31T23:59:59.999Z, 2025-01-31"
    })
    void theFirstHourAfterMidnightInTheTemplatesZoneBelongsToTheNewDay(String zone, Instant at, LocalDate day) {
        assertThat(Buckets.day(at, ZoneId.of(zone))).isEqualTo(day);
    }

    @ParameterizedTest
    @CsvSource({
        "Asia/Kolkata,        2025-02-01T10:29:59Z, 2025-02-01T09:30:00Z",
        "Asia/Kolkata,        2025-02-01T10:30:00Z, 2025-02-01T10:30:00Z",
        "Europe/Berlin,       2025-10-26T00:59:59Z, 2025-10-26T00:00:00Z",
        "Europe/Berlin,       2025-10-26T01:00:00Z, 2025-10-26T01:00:00Z",
        "Australia/Lord_Howe, 2025-10-04T15:30:00Z, 2025-10-04T15:30:00Z"
    })
    void anHourStartsWhereTheClockOfTheZoneShowsAFullHourOrJumps(String zone, Instant at, Instant start) {
        assertThat(Buckets.hour(at, ZoneId.of(zone))).isEqualTo(start);
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin,    2025-03-30, 23",
        "Europe/Berlin,    2025-10-26, 25",
        "America/New_York, 2025-03-09, 23",
        "America/New_York, 2025-11-02, 25",
        "America/Sao_Paulo,2018-11-04, 23",
        "America/Havana,   2025-11-02, 25",
        "Asia/Shanghai,    2025-03-30, 24"
    })
    void aDayHasAsManyHoursAsTheClockOfTheZoneGivesIt(String zone, LocalDate day, int hours) {
        List<Instant> starts = Buckets.hours(day, day.plusDays(1), ZoneId.of(zone));
        assertThat(starts).hasSize(hours).isSorted();
        assertThat(starts.get(0)).isEqualTo(day.atStartOfDay(ZoneId.of(zone)).toInstant());
    }

    @Test
    void theHourThatTheClockShowsTwiceIsTwoHours() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        Instant first = Buckets.hour(Instant.parse("2025-10-26T00:30:00Z"), berlin);
        Instant second = Buckets.hour(Instant.parse("2025-10-26T01:30:00Z"), berlin);
        assertThat(first.atZone(berlin).getHour()).isEqualTo(2);
        assertThat(second.atZone(berlin).getHour()).isEqualTo(2);
        assertThat(Duration.between(first, second)).isEqualTo(Duration.ofHours(1));
    }

    /** St. John's set its clock back across midnight, from 00:01 to 23:01 of the day before. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "America/St_Johns",
                "Australia/Lord_Howe",
                "Asia/Kathmandu",
                "Africa/Casablanca",
                "America/Asuncion",
                "Europe/Berlin",
                "+01:23:45"
            })
    void everyInstantOfTheDaysFallsIntoOneOfTheirHours(String id) {
        long seed = new Random().nextLong();
        System.out.println("seed of the instants: " + seed);
        Random random = new Random(seed);
        ZoneId zone = ZoneId.of(id);
        LocalDate from = LocalDate.of(2010, 1, 1);
        LocalDate until = LocalDate.of(2011, 1, 1);
        Set<Instant> starts = new HashSet<>(Buckets.hours(from, until, zone));
        long first = from.minusDays(1).atStartOfDay(zone).toEpochSecond();
        long last = until.plusDays(1).atStartOfDay(zone).toEpochSecond();
        for (int i = 0; i < 20_000; i++) {
            Instant at = Instant.ofEpochSecond(random.nextLong(first, last));
            LocalDate day = Buckets.day(at, zone);
            if (!day.isBefore(from) && day.isBefore(until)) {
                assertThat(starts.contains(Buckets.hour(at, zone))).as("%s", at).isTrue();
            }
        }
    }
}
