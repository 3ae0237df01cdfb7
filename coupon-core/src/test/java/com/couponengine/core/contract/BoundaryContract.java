package com.couponengine.core.contract;

import static com.couponengine.core.redemption.RedemptionStatus.COUPON_EXPIRED;
import static com.couponengine.core.redemption.RedemptionStatus.HELD;
import static com.couponengine.core.redemption.RedemptionStatus.HELD_BY_OTHER_ORDER;
import static com.couponengine.core.redemption.RedemptionStatus.NOT_YET_VALID;
import static com.couponengine.core.redemption.RedemptionStatus.REDEEMED;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.Validity;
import com.couponengine.core.wallet.WalletQuery;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link CouponRepository}: the first and the last instant of everything, in whatever zone the days are meant. */
public abstract class BoundaryContract extends RedemptionContract {
    private static final Duration ONE_NANO = Duration.ofNanos(1);

    private Coupon grabbed(Instant at, String zone, Validity validity) {
        clock.set(at);
        Template template = published(terms().zone(ZoneId.of(zone))
                .grabWindow(at.minus(Duration.ofHours(1)), at.plus(Duration.ofHours(1)))
                .validity(validity)
                .perUserLimit(3));
        return granted(template, user(1), "grab-1");
    }

    @ParameterizedTest
    @CsvSource({
        "2030-03-30T12:00:00, Europe/Berlin, 2030-03-31T22:00:00Z", // a day of 23 hours
        "2030-10-26T23:59:59.999, Europe/Berlin, 2030-10-27T23:00:00Z", // a day of 25 hours
        "2030-10-27T02:30:00, Europe/Berlin, 2030-10-28T23:00:00Z", // grabbed in the hour that comes twice
        "2030-03-09T12:00:00, America/New_York, 2030-03-11T04:00:00Z",
        "2030-11-02T12:00:00, America/New_York, 2030-11-04T05:00:00Z",
        "2030-03-31T00:00:00, Asia/Kathmandu, 2030-04-01T18:15:00Z",
        "2030-04-25T12:00:00, Africa/Cairo, 2030-04-26T21:00:00Z", // the clocks skip the hour after midnight
        "2024-04-25T12:00:00, Africa/Cairo, 2024-04-26T21:00:00Z"
    })
    final void theLastDayEndsWhenTheZonesOwnDayEnds(LocalDateTime local, String zone, Instant end) { // B76, B77, B78
        Instant at = local.atZone(ZoneId.of(zone)).toInstant();
        Coupon coupon = grabbed(at, zone, Validity.daysAfterGrab(1));
        assertThat(stored(coupon).validFrom()).isEqualTo(at);
        assertThat(stored(coupon).expiresAt()).isEqualTo(end);

        clock.set(end.minus(ONE_NANO));
        assertThat(repository().coupons().holdings(user(1)).coupons()).hasSize(1);
        assertThat(wallet(WalletQuery.View.UNUSED)).hasSize(1);
        done(hold(coupon, "A", 1), HELD);
        assertThat(stored(coupon).use().heldUntil()).isEqualTo(end);
        clock.set(end);
        refused(confirm(coupon, "A", 1), COUPON_EXPIRED);
        refused(redeem(coupon, "B", 1), COUPON_EXPIRED);
        assertThat(repository().coupons().holdings(user(1)).coupons()).isEmpty();
        assertThat(wallet(WalletQuery.View.EXPIRED)).hasSize(1);
    }

    private List<Coupon> wallet(WalletQuery.View view) {
        return repository().coupons().wallet(WalletQuery.of(user(1), view, 10));
    }

    @ParameterizedTest
    @CsvSource({
        "2030-03-30T12:00:00, Europe/Berlin, 2030-03-30T23:00:00Z, 2030-03-31T22:00:00Z",
        "2030-10-26T12:00:00, Europe/Berlin, 2030-10-26T22:00:00Z, 2030-10-27T23:00:00Z",
        "2030-03-09T12:00:00, America/New_York, 2030-03-10T05:00:00Z, 2030-03-11T04:00:00Z",
        "2030-11-02T12:00:00, America/New_York, 2030-11-03T04:00:00Z, 2030-11-04T05:00:00Z",
        "2024-04-25T12:00:00, Africa/Cairo, 2024-04-25T22:00:00Z, 2024-04-26T21:00:00Z"
    })
    final void aDelayedCouponStartsWhenTheZonesOwnDayStarts(
            LocalDateTime local, String zone, Instant start, Instant end) {
        Coupon coupon = grabbed(local.atZone(ZoneId.of(zone)).toInstant(), zone, new Validity.DaysAfterGrab(1, 1));
        assertThat(stored(coupon).validFrom()).isEqualTo(start);
        assertThat(stored(coupon).expiresAt()).isEqualTo(end.plus(Duration.ofDays(1)));

        clock.set(start.minus(ONE_NANO));
        refused(redeem(coupon, "A", 1), NOT_YET_VALID);
        clock.set(start);
        done(redeem(coupon, "A", 1), REDEEMED);
    }

    @Test
    final void fractionsOfAMillisecondAreCutAndNeverRounded() {
        Instant start = NOW.plusMillis(500);
        Instant end = NOW.plusMillis(1_500);
        Coupon first = grabbed(NOW, "UTC", Validity.between(start.plusNanos(999_999), end.plusNanos(999_999)));
        Template template = repository().templates().find(first.templateId()).orElseThrow();
        Coupon second = granted(template, user(1), "grab-2");
        assertThat(first.validFrom()).isEqualTo(start);
        assertThat(stored(first).expiresAt()).isEqualTo(end);

        clock.set(start.minus(ONE_NANO));
        refused(redeem(first, "A", 1), NOT_YET_VALID);
        clock.set(start.plusNanos(1));
        RedemptionResult held = done(hold(first, "A", 1, Duration.ofSeconds(1).plusNanos(999_999)), HELD);
        assertThat(stored(first).use().heldUntil()).isEqualTo(end);
        clock.set(start.plusNanos(999_999));
        repeated(hold(first, "A", 1, Duration.ofSeconds(1)), held);
        clock.set(end.minus(ONE_NANO));
        refused(redeem(first, "B", 1), HELD_BY_OTHER_ORDER);
        done(redeem(second, "B", 1), REDEEMED);
        assertThat(ledger(second).get(0).at()).isEqualTo(end.minus(ONE_MILLI));
        clock.set(end);
        refused(redeem(first, "C", 1), COUPON_EXPIRED);
    }

    @Test
    final void instantsAreReadAsTheyWereWrittenWhateverZoneTheProcessIsIn() { // B80
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Europe/Rome"));
            Coupon coupon = grabbed(Instant.parse("2030-10-27T00:30:00.123Z"), "Asia/Tokyo", Validity.daysAfterGrab(1));
            done(hold(coupon, "A", 1), HELD);
            Coupon written = stored(coupon);
            Template template =
                    repository().templates().find(coupon.templateId()).orElseThrow();
            RedemptionCommand again = hold(coupon, "A", 1);
            for (String zone : List.of("America/Los_Angeles", "Pacific/Kiritimati", "Asia/Kathmandu")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                assertThat(stored(coupon)).isEqualTo(written);
                assertThat(repository().templates().find(coupon.templateId())).contains(template);
                assertThat(run(again).replay()).isTrue();
                assertThat(repository()
                                .coupons()
                                .holdings(user(1))
                                .coupons()
                                .get(0)
                                .coupon())
                        .isEqualTo(written);
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }
}
