package com.couponengine.core.template;

import com.couponengine.core.error.Mistakes;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** When the coupons of a template can be used. Starts are inclusive, ends exclusive, both cut to milliseconds. */
public sealed interface Validity {

    /** The window of a coupon that is grabbed at an instant, with days meant in a zone. */
    Window windowOf(Instant grabbedAt, ZoneId zone);

    /**
     * From when and until when a coupon can be used.
     *
     * @param from inclusive
     * @param until exclusive
     */
    record Window(Instant from, Instant until) {
        public Window {
            Mistakes.given("from", from);
            Mistakes.given("until", until);
        }
    }

    /** The same window for every coupon, whenever it is grabbed. */
    record Fixed(Instant from, Instant until) implements Validity {
        public Fixed {
            new Mistakes()
                    .instant("validity.from", from)
                    .instant("validity.until", until)
                    .throwIfAny();
            from = from.truncatedTo(ChronoUnit.MILLIS);
            until = until.truncatedTo(ChronoUnit.MILLIS);
            new Mistakes()
                    .require(until.isAfter(from), "validity.until", until, "must be after validity.from = " + from)
                    .throwIfAny();
        }

        @Override
        public Window windowOf(Instant grabbedAt, ZoneId zone) {
            Mistakes.given("grabbedAt", grabbedAt);
            Mistakes.given("zone", zone);
            return new Window(from, until);
        }
    }

    /**
     * Calendar days after the grab, in the template's zone: usable from the start of the day that lies {@code delayDays}
     * after the day of the grab (from the grab itself if 0) to the end of the {@code days}-th day after that day.
     * Grabbed on the 1st with {@code days = 7, delayDays = 0}, a coupon can be used until the 8th is over.
     */
    record DaysAfterGrab(int days, int delayDays) implements Validity {
        private static final int DAYS_MAX = 36_500;

        public DaysAfterGrab {
            new Mistakes()
                    .require(days > 0 && days <= DAYS_MAX, "validity.days", days, "must be 1 to " + DAYS_MAX)
                    .require(
                            delayDays >= 0 && delayDays <= DAYS_MAX,
                            "validity.delayDays",
                            delayDays,
                            "must be 0 to " + DAYS_MAX)
                    .throwIfAny();
        }

        @Override
        public Window windowOf(Instant grabbedAt, ZoneId zone) {
            Mistakes.given("grabbedAt", grabbedAt);
            Mistakes.given("zone", zone);
            LocalDate first = grabbedAt.atZone(zone).toLocalDate().plusDays(delayDays);
            Instant from = delayDays == 0
                    ? grabbedAt.truncatedTo(ChronoUnit.MILLIS)
                    : first.atStartOfDay(zone).toInstant();
            return new Window(from, first.plusDays(days + 1L).atStartOfDay(zone).toInstant());
        }
    }

    /** From an instant (inclusive) until another (exclusive). */
    static Validity between(Instant from, Instant until) {
        return new Fixed(from, until);
    }

    /** Until the end of the n-th calendar day after the grab. */
    static Validity daysAfterGrab(int days) {
        return new DaysAfterGrab(days, 0);
    }
}
