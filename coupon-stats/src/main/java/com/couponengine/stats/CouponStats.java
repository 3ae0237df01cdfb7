package com.couponengine.stats;

import com.couponengine.core.TimeSource;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the statistics of templates: stock from the database, live figures from the Redis counters, history from
 * ClickHouse. Counters that are absent are rebuilt from ClickHouse on the way, so they should be filled by {@link
 * RedisCounters#after}. Days and hours are those of the template's zone. Thread-safe.
 *
 * <p>Every method throws {@link StoreUnavailableException} if a server that it needs cannot be read; how long that takes
 * is the sum of what repository, counters and events state.
 */
public final class CouponStats {
    /** The most days that {@link #daily} answers. */
    public static final int DAILY_MAX = 3_660;
    /** The most days whose hours {@link #hourly} answers. */
    public static final int HOURLY_DAYS_MAX = 93;

    private final CouponRepository repository;
    private final RedisCounters counters;
    private final ClickHouseEvents events;
    private final TimeSource time;

    private CouponStats(CouponRepository repository, RedisCounters counters, ClickHouseEvents events, TimeSource time) {
        this.repository = repository;
        this.counters = counters;
        this.events = events;
        this.time = time;
    }

    /** Statistics whose "today" is decided by this host's clock. Closing what is given stays with the caller. */
    public static CouponStats of(CouponRepository repository, RedisCounters counters, ClickHouseEvents events) {
        return of(repository, counters, events, TimeSource.system());
    }

    /** Statistics whose "today" is decided by the given clock. */
    public static CouponStats of(
            CouponRepository repository, RedisCounters counters, ClickHouseEvents events, TimeSource time) {
        Mistakes.given("repository", repository);
        Mistakes.given("counters", counters);
        Mistakes.given("events", events);
        Mistakes.given("time", time);
        return new CouponStats(repository, counters, events, time);
    }

    /** How a template stands now; empty if there is none with this id. */
    public Optional<TemplateStats> template(long templateId) {
        return find(templateId).map(template -> {
            TemplateSpec spec = template.spec();
            LocalDate today = Buckets.day(time.now(), spec.zone());
            List<ShareStock> stock = repository.issues().stock(templateId);
            LiveFigures live = live(templateId, today);
            Currency currency = spec.discount().currency();
            return new TemplateStats(
                    templateId,
                    remaining(spec, stock),
                    stock.stream().mapToLong(ShareStock::issued).sum(),
                    today,
                    live.day().in(currency),
                    live.total().in(currency));
        });
    }

    /**
     * A template's figures by day, oldest first; days without events have zeros.
     *
     * @param from the first day
     * @param until the day after the last, at most {@value #DAILY_MAX} days later
     * @return empty if there is no template with this id
     * @throws InvalidInputException if the range is empty or too long
     */
    public List<DailyFigures> daily(long templateId, LocalDate from, LocalDate until) {
        checkRange(from, until, DAILY_MAX);
        return find(templateId)
                .map(template -> {
                    ZoneId zone = template.spec().zone();
                    Map<LocalDate, Tally> sums = events.sums().byDay(templateId, from, until, zone);
                    return Buckets.days(from, until).stream()
                            .map(day -> new DailyFigures(day, figures(sums.get(day), template)))
                            .toList();
                })
                .orElse(List.of());
    }

    /**
     * A template's figures by hour, oldest first; hours without events have zeros.
     *
     * @param from the first day
     * @param until the day after the last, at most {@value #HOURLY_DAYS_MAX} days later
     * @return empty if there is no template with this id
     * @throws InvalidInputException if the range is empty or too long
     */
    public List<HourlyFigures> hourly(long templateId, LocalDate from, LocalDate until) {
        checkRange(from, until, HOURLY_DAYS_MAX);
        return find(templateId)
                .map(template -> {
                    ZoneId zone = template.spec().zone();
                    Map<Instant, Tally> sums = events.sums().byHour(templateId, from, until, zone);
                    return Buckets.hours(from, until, zone).stream()
                            .map(hour -> new HourlyFigures(hour.atZone(zone), figures(sums.get(hour), template)))
                            .toList();
                })
                .orElse(List.of());
    }

    private Optional<Template> find(long templateId) {
        new Mistakes().id("templateId", templateId).throwIfAny();
        return repository.templates().find(templateId);
    }

    private LiveFigures live(long templateId, LocalDate day) {
        return counters.read(templateId, day).orElseGet(() -> {
            counters.rebuild(templateId, events);
            return counters.read(templateId, day)
                    .orElseThrow(() -> new StoreUnavailableException(
                            "the counters of template " + templateId + " were lost while they were read"));
        });
    }

    private static Figures figures(@Nullable Tally tally, Template template) {
        Currency currency = template.spec().discount().currency();
        return (tally == null ? new Tally() : tally).in(currency);
    }

    private static @Nullable Long remaining(TemplateSpec spec, List<ShareStock> stock) {
        if (stock.isEmpty()) {
            return spec.total();
        }
        long sum = 0;
        for (ShareStock share : stock) {
            Long remaining = share.remaining();
            if (remaining == null) {
                return null;
            }
            sum += remaining;
        }
        return sum;
    }

    private static void checkRange(LocalDate from, LocalDate until, int daysMax) {
        new Mistakes()
                .require(from != null, "from", from, "must be given")
                .require(until != null, "until", until, "must be given")
                .throwIfAny();
        new Mistakes()
                .require(from.isBefore(until), "until", until, "must be after from = " + from)
                .require(
                        !until.isAfter(from.plusDays(daysMax)),
                        "until",
                        until,
                        "must be at most " + daysMax + " days after from = " + from)
                .throwIfAny();
    }
}
