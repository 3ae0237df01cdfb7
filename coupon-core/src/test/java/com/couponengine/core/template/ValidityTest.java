package com.couponengine.core.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.InvalidInputException.Mistake;
import com.couponengine.core.template.Validity.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs in a JVM whose own zone is none of those used here. */
final class ValidityTest {

    private static Instant local(String dateTime, String zone) {
        return LocalDateTime.parse(dateTime).atZone(ZoneId.of(zone)).toInstant();
    }

    private static boolean isUsable(Window window, Instant at) {
        return !at.isBefore(window.from()) && at.isBefore(window.until());
    }

    private static void refused(ThrowingCallable call, String... fields) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        e -> assertThat(e.mistakes()).extracting(Mistake::field).containsExactly(fields));
    }

    @Test
    void theLastDayIsUsableToItsEnd() { // B76
        Window window = Validity.daysAfterGrab(1)
                .windowOf(local("2030-05-21T09:00", "America/Chicago"), ZoneId.of("America/Chicago"));

        assertThat(isUsable(window, local("2030-05-22T18:48", "America/Chicago")))
                .isTrue();
        assertThat(isUsable(window, local("2030-05-22T23:59:59.999", "America/Chicago")))
                .isTrue();
        assertThat(isUsable(window, local("2030-05-23T00:00", "America/Chicago")))
                .isFalse();
    }

    @Test
    void theEndOfTheDayIsTheTemplatesNotTheMachines() { // B77
        ZoneId shop = ZoneId.of("-05:00");
        assertThat(ZoneId.systemDefault()).isNotEqualTo(shop);

        Window window = Validity.daysAfterGrab(1).windowOf(Instant.parse("2030-05-21T17:00:00Z"), shop);

        assertThat(window.until()).isEqualTo(Instant.parse("2030-05-23T05:00:00Z"));
    }

    @Test
    void instantsAreComparedNotDates() { // B78
        Window window = Validity.between(Instant.parse("2030-02-01T00:00:00Z"), Instant.parse("2030-02-21T17:00:00Z"))
                .windowOf(Instant.EPOCH, ZoneId.of("+07:00"));

        assertThat(isUsable(window, local("2030-02-21T18:00", "+07:00"))).isTrue();
        assertThat(isUsable(window, local("2030-02-21T23:59:59.999", "+07:00"))).isTrue();
        assertThat(isUsable(window, local("2030-02-22T00:00", "+07:00"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "2030-03-30T12:00, Europe/Berlin, 1, 2030-03-31T22:00:00Z", // the 31st has 23 hours
        "2030-03-31T01:59:59, Europe/Berlin, 1, 2030-04-01T22:00:00Z",
        "2030-10-26T12:00, Europe/Berlin, 1, 2030-10-27T23:00:00Z", // the 27th has 25 hours
        "2030-10-27T23:59:59, Europe/Berlin, 7, 2030-11-03T23:00:00Z",
        "2030-03-09T12:00, America/New_York, 1, 2030-03-11T04:00:00Z",
        "2018-11-02T12:00, America/Sao_Paulo, 1, 2018-11-04T03:00:00Z", // the 4th began at one o'clock
        "2018-11-03T12:00, America/Sao_Paulo, 1, 2018-11-05T02:00:00Z",
        "2028-02-28T12:00, UTC, 1, 2028-03-01T00:00:00Z", // a leap year
        "2030-12-31T23:59:59.999, Asia/Shanghai, 1, 2031-01-01T16:00:00Z",
        "2030-12-31T00:00, Asia/Shanghai, 7, 2031-01-07T16:00:00Z",
        "2011-12-29T12:00, Pacific/Apia, 1, 2011-12-30T10:00:00Z", // the 30th did not exist there
    })
    void calendarDaysAreTheZonesOwnAlsoWhenItsClocksChange(String grabbed, String zone, int days, Instant until) {
        Instant grabbedAt = local(grabbed, zone);

        Window window = Validity.daysAfterGrab(days).windowOf(grabbedAt, ZoneId.of(zone));

        assertThat(window).isEqualTo(new Window(grabbedAt, until));
    }

    @Test
    void bothClockChangesMakeDaysShorterAndLonger() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        Window spring = new Validity.DaysAfterGrab(1, 1).windowOf(local("2030-03-29T12:00", "Europe/Berlin"), berlin);
        Window autumn = new Validity.DaysAfterGrab(1, 1).windowOf(local("2030-10-25T12:00", "Europe/Berlin"), berlin);

        assertThat(Duration.between(spring.from(), spring.until())).isEqualTo(Duration.ofHours(24 + 23));
        assertThat(Duration.between(autumn.from(), autumn.until())).isEqualTo(Duration.ofHours(24 + 25));
    }

    @Test
    void aDelayedStartIsTheStartOfItsDay() {
        Window window = new Validity.DaysAfterGrab(7, 3)
                .windowOf(Instant.parse("2030-05-20T20:00:00Z"), ZoneId.of("Asia/Shanghai")); // there it is the 21st

        assertThat(window.from()).isEqualTo(local("2030-05-24T00:00", "Asia/Shanghai"));
        assertThat(window.until()).isEqualTo(local("2030-06-01T00:00", "Asia/Shanghai"));
    }

    @Test
    void withoutADelayItIsUsableFromTheGrabOnToTheMillisecond() {
        Instant grabbedAt = Instant.parse("2030-05-20T20:00:00.123456789Z");

        assertThat(Validity.daysAfterGrab(1)
                        .windowOf(grabbedAt, ZoneId.of("UTC"))
                        .from())
                .isEqualTo(Instant.parse("2030-05-20T20:00:00.123Z"));
    }

    @Test
    void aFixedWindowIsTheSameWheneverItIsGrabbed() {
        Instant from = Instant.parse("2030-01-01T00:00:00.000999Z");
        Instant until = Instant.parse("2030-02-01T00:00:00.001999Z");

        assertThat(Validity.between(from, until).windowOf(Instant.EPOCH, ZoneId.of("UTC")))
                .isEqualTo(
                        new Window(Instant.parse("2030-01-01T00:00:00Z"), Instant.parse("2030-02-01T00:00:00.001Z")));
    }

    @Test
    void windowsThatMakeNoSenseAreRefused() { // B82: no end is a mistake, never the year 1970
        Instant instant = Instant.parse("2030-01-01T00:00:00Z");
        refused(() -> Validity.between(null, null), "validity.from", "validity.until");
        refused(() -> Validity.between(instant, null), "validity.until");
        refused(() -> Validity.between(instant, instant), "validity.until");
        refused(() -> Validity.between(instant, instant.minusMillis(1)), "validity.until");
        refused(() -> Validity.between(instant, instant.plusNanos(999_999)), "validity.until");
        refused(() -> Validity.between(instant, Instant.MAX), "validity.until");
        refused(() -> Validity.between(Instant.MIN, instant), "validity.from");
        refused(() -> Validity.daysAfterGrab(0), "validity.days");
        refused(() -> Validity.daysAfterGrab(-1), "validity.days");
        refused(() -> new Validity.DaysAfterGrab(36_501, -1), "validity.days", "validity.delayDays");
    }
}
