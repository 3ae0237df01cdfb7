package com.couponengine.stats;

import static com.couponengine.core.event.EventType.ISSUED;
import static com.couponengine.core.event.EventType.REDEEMED;
import static com.couponengine.stats.Events.batch;
import static com.couponengine.stats.Events.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.discount.Discount;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.memory.InMemoryCouponRepository;
import com.couponengine.core.money.Money;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import com.couponengine.redis.server.RedisServer;
import com.couponengine.stats.server.ClickHouseServer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CouponStatsIT {
    private static final LocalDate JUNE_1 = LocalDate.of(2025, 6, 1);

    private final ClickHouseServer clickHouse = ClickHouseServer.shared();
    private final ClickHouseEvents events = ClickHouseEvents.builder()
            .url(clickHouse.url())
            .user(clickHouse.user(), clickHouse.password())
            .database(clickHouse.newDatabase())
            .pace(Duration.ZERO)
            .build();
    private final RedisCounters counters = RedisCounters.builder()
            .uri(RedisServer.shared().url())
            .keyPrefix(Counters.newPrefix())
            .build();
    private Instant now = Instant.parse("2025-06-01T00:00:00Z");
    private final InMemoryCouponRepository repository = new InMemoryCouponRepository(() -> now);
    private final CouponStats stats = CouponStats.of(repository, counters, events, () -> now);

    @BeforeEach
    void install() {
        events.installSchema();
    }

    @AfterEach
    void close() {
        counters.close();
        events.close();
    }

    @Test
    void theStatisticsOfALivingTemplateAreThoseOfTheDatabase() {
        RandomHistory history = new RandomHistory(new Random().nextLong());
        List<EventBatch> batches = history.live(500);
        counters.after(events).accept(batches);
        CouponStats living = CouponStats.of(history.repository, counters, events, history::now);

        for (long templateId : history.templates()) {
            RandomHistory.State state = history.state(templateId);
            TemplateStats now = living.template(templateId).orElseThrow();
            assertThat(now.remaining()).isEqualTo(100_000 - state.issued());
            assertThat(now.issued()).isEqualTo(state.issued());
            assertThat(now.total().issued()).isEqualTo(state.issued());
            assertThat(now.used()).isEqualTo(state.used());
            assertThat(now.discount()).isEqualTo(state.discount());

            ZoneId zone = history.zone(templateId);
            LocalDate first = RandomHistory.START.atZone(zone).toLocalDate();
            LocalDate end = now.date().plusDays(1);
            assertThat(now.date()).isEqualTo(history.now().atZone(zone).toLocalDate());
            List<DailyFigures> daily = living.daily(templateId, first, end);
            Expected expected = Expected.of(batches, templateId);
            assertThat(daily)
                    .containsExactlyElementsOf(first.datesUntil(end)
                            .map(day -> new DailyFigures(day, expected.on(day).figures()))
                            .toList());
            assertThat(daily.get(daily.size() - 1).figures()).isEqualTo(now.today());
            List<HourlyFigures> hourly = living.hourly(templateId, first, end);
            assertThat(hourly.stream()
                            .mapToLong(hour -> hour.figures().issued())
                            .sum())
                    .isEqualTo(state.issued());
            assertThat(hourly.stream()
                            .map(hour -> hour.figures().discountGiven())
                            .reduce(Money.ofMinor(0, "CNY"), Money::plus))
                    .isEqualTo(now.total().discountGiven());
        }
    }

    // B96
    @Test
    void threeUsesOf1234ToTodayAre3702() {
        long id = template("Asia/Shanghai", 100L);
        now = Instant.parse("2025-06-01T03:00:00Z");
        EventBatch use = batch(0, 1, event(REDEEMED, id, "Asia/Shanghai", "2025-06-01T01:00:00Z", "12.34"));
        counters.after(events)
                .accept(List.of(use, new EventBatch(0, 2, use.events()), new EventBatch(1, 1, use.events())));

        TemplateStats answer = stats.template(id).orElseThrow();
        assertThat(answer.today().discountGiven()).isEqualTo(Money.of("37.02", "CNY"));
        assertThat(answer.discount()).hasToString("37.02 CNY");
        assertThat(answer.used()).isEqualTo(3);
        assertThat(stats.daily(id, JUNE_1, JUNE_1.plusDays(1)).get(0).figures().discount())
                .isEqualByComparingTo("37.02");
    }

    // B95
    @Test
    void todayBeginsAtMidnightInTheTemplatesZone() {
        long berlin = template("Europe/Berlin", 100L);
        counters.after(events)
                .accept(List.of(
                        batch(0, 1, event(ISSUED, berlin, "Europe/Berlin", "2025-06-01T21:59:59.999Z")),
                        batch(0, 2, event(ISSUED, berlin, "Europe/Berlin", "2025-06-01T22:30:00Z"))));

        now = Instant.parse("2025-06-01T21:59:59.999Z");
        assertThat(stats.template(berlin).orElseThrow().date()).isEqualTo(JUNE_1);
        assertThat(stats.template(berlin).orElseThrow().today().issued()).isEqualTo(1);
        now = Instant.parse("2025-06-01T22:00:00Z");
        assertThat(stats.template(berlin).orElseThrow().date()).isEqualTo(JUNE_1.plusDays(1));
        assertThat(stats.template(berlin).orElseThrow().today().issued()).isEqualTo(1);
        assertThat(stats.daily(berlin, JUNE_1, JUNE_1.plusDays(2)))
                .extracting(day -> day.figures().issued())
                .containsExactly(1L, 1L);
    }

    @Test
    void aTemplateWithoutEventsHasZerosAndItsStock() {
        long draft = create("Asia/Shanghai", 100L);
        long published = template("Asia/Shanghai", 100L);
        long unlimited = template("Asia/Shanghai", null);
        assertThat(stats.template(draft).orElseThrow().remaining()).isEqualTo(100);
        assertThat(stats.template(published).orElseThrow().remaining()).isEqualTo(100);
        assertThat(stats.template(unlimited).orElseThrow().remaining()).isNull();
        assertThat(stats.template(published).orElseThrow().total()).isEqualTo(new Expected(List.of()).figures());
        assertThat(stats.hourly(published, JUNE_1, JUNE_1.plusDays(1)))
                .hasSize(24)
                .allMatch(hour -> hour.figures().equals(new Expected(List.of()).figures()))
                .first()
                .extracting(hour -> hour.start().toString())
                .isEqualTo("2025-06-01T00:00+08:00[Asia/Shanghai]");
        assertThat(stats.template(999)).isEmpty();
        assertThat(stats.daily(999, JUNE_1, JUNE_1.plusDays(1))).isEmpty();
    }

    // B114
    @Test
    void theHistoryOfAnEndedTemplateIsKeptAlsoWhenItsCountersAreGone() {
        long id = template("Asia/Shanghai", 100L);
        counters.after(events)
                .accept(List.of(batch(0, 1, event(REDEEMED, id, "Asia/Shanghai", "2025-06-01T01:00:00Z", "12.34"))));
        repository.templates().change(id, new TemplateChange.End());
        counters.forget(id);
        now = Instant.parse("2027-01-01T00:00:00Z");

        assertThat(stats.template(id).orElseThrow().discount()).isEqualTo(Money.of("12.34", "CNY"));
        assertThat(stats.daily(id, JUNE_1, JUNE_1.plusDays(1)).get(0).figures().used())
                .isEqualTo(1);
    }

    @Test
    void aWrongRangeOrIdIsRefusedByName() {
        assertThatThrownBy(() -> stats.daily(1, JUNE_1, JUNE_1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("until = 2025-06-01");
        assertThatThrownBy(() -> stats.hourly(1, JUNE_1, JUNE_1.plusDays(94)))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> stats.template(0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("templateId = 0");
    }

    private long template(String zone, Long total) {
        long id = create(zone, total);
        repository.templates().change(id, new TemplateChange.Publish());
        return id;
    }

    private long create(String zone, Long total) {
        TemplateSpec.Builder spec = TemplateSpec.builder()
                .name("stats")
                .discount(Discount.amountOff("12.34", "CNY"))
                .grabWindow(now, now.plus(Duration.ofDays(30)))
                .validity(Validity.daysAfterGrab(7))
                .zone(ZoneId.of(zone));
        if (total != null) {
            spec.total(total);
        }
        return repository.templates().create(spec.build()).id();
    }
}
