package com.couponengine.stats;

import static com.couponengine.core.event.EventType.EXPIRED;
import static com.couponengine.core.event.EventType.ISSUED;
import static com.couponengine.core.event.EventType.REDEEMED;
import static com.couponengine.stats.Events.batch;
import static com.couponengine.stats.Events.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.money.Money;
import com.couponengine.core.server.FaultProxy;
import com.couponengine.stats.server.ClickHouseServer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class ClickHouseEventsIT {
    private static final String SHANGHAI = "Asia/Shanghai";
    private static final Currency CNY = Currency.getInstance("CNY");

    @Test
    void everythingOfAnEventIsKept() {
        ClickHouseServer server = ClickHouseServer.shared();
        String database = server.newDatabase();
        CouponEvent all = new CouponEvent(
                REDEEMED,
                event(ISSUED, 7, SHANGHAI, "2025-06-01T00:00:00Z").code(),
                738_529_527_931_269_425L,
                Long.MAX_VALUE,
                ZoneId.of(SHANGHAI),
                Instant.parse("2025-06-01T16:30:00.123Z"),
                "order\t'1'",
                3,
                Money.of("12.34", "CNY"),
                Money.of("87.66", "CNY"),
                "request-1",
                "客服 1",
                "because 优惠");
        try (ClickHouseEvents events = events(server.url(), server, database)) {
            events.installSchema();
            events.accept(List.of(batch(5, 1L << 40, event(ISSUED, 1, SHANGHAI, "2025-06-01T00:00:00Z"), all)));
        }
        assertThat(server.execute("SELECT * FROM " + database
                        + ".coupon_events WHERE type = 'REDEEMED'"
                        + " SETTINGS output_format_json_escape_forward_slashes = 0 FORMAT JSONStringsEachRow"))
                .isEqualTo(
                        "{\"template_id\":\"9223372036854775807\",\"at\":\"2025-06-01 16:30:00.123\",\"stream\":\"5\","
                                + "\"seq\":\"1099511627776\",\"position\":\"1\",\"day\":\"2025-06-02\","
                                + "\"hour\":\"2025-06-01 16:00:00.000\",\"zone\":\"Asia/Shanghai\",\"type\":\"REDEEMED\","
                                + "\"code\":\"" + all.code() + "\",\"user_id\":\"738529527931269425\","
                                + "\"order_id\":\"order\\t'1'\",\"attempt\":\"3\",\"discount\":\"1234\",\"paid\":\"8766\","
                                + "\"currency\":\"CNY\",\"request_id\":\"request-1\",\"actor\":\"客服 1\",\"reason\":\"because 优惠\"}");
    }

    @Test
    void theSchemaIsInstalledAsOftenAsOneLikesAndByHandFromThePrintedStatements() {
        ClickHouseServer server = ClickHouseServer.shared();
        try (ClickHouseEvents events = events(server.url(), server, server.newDatabase())) {
            assertThatThrownBy(() -> events.sums().contents(7)).isInstanceOf(StoreUnavailableException.class);
            events.installSchema();
            events.installSchema();
            assertThat(events.sums().contents(7).days()).isEmpty();
        }
        String database = server.newDatabase();
        try (ClickHouseEvents events = events(server.url(), server, database)) {
            events.schemaSql()
                    .forEach(sql -> server.execute(
                            sql.replace("EXISTS coupon_events", "EXISTS " + database + ".coupon_events")));
            events.accept(List.of(batch(0, 1, event(ISSUED, 7, SHANGHAI, "2025-06-01T00:00:00Z"))));
            assertThat(events.sums().contents(7).lastSeqs()).containsExactly(Map.entry(0, 1L));
        }
    }

    // B98
    @Test
    void batchesThatAreInsertedAgainFromAnywhereAreThereOnce() {
        long seed = new Random().nextLong();
        RandomHistory history = new RandomHistory(seed);
        List<EventBatch> batches = history.live(400);
        Random random = new Random(seed);
        ClickHouseServer server = ClickHouseServer.shared();
        try (ClickHouseEvents events = events(server.url(), server, server.newDatabase())) {
            events.installSchema();
            for (int handled = 0; handled < batches.size(); ) {
                int from = random.nextInt(handled + 1); // from the first that was not handled, or from before it
                handled = Math.min(batches.size(), handled + 1 + random.nextInt(40));
                events.accept(batches.subList(from, handled));
            }
            isExactly(batches, history, events);
        }
    }

    // B98
    @Test
    void anInsertWhoseAnswerIsLostIsAnExceptionAndItsRepeatChangesNothing() {
        RandomHistory history = new RandomHistory(new Random().nextLong());
        List<EventBatch> batches = history.live(200);
        ClickHouseServer server = ClickHouseServer.shared();
        URI url = URI.create(server.url());
        String database = server.newDatabase();
        try (FaultProxy proxy = FaultProxy.before(url.getHost(), url.getPort());
                ClickHouseEvents events = events("http://127.0.0.1:" + proxy.port(), server, database)) {
            events.installSchema();
            proxy.cutAnswers();
            assertThatThrownBy(() -> events.accept(batches)).isInstanceOf(OutcomeUnknownException.class);
            assertThat(proxy.faults()).isPositive();
            // The server has it all the same.
            assertThat(Long.parseLong(server.execute("SELECT count() FROM " + database + ".coupon_events")))
                    .isPositive();
            proxy.normal();
            events.accept(batches);
            isExactly(batches, history, events);
        }
    }

    @Test
    void aServerKilledWhileItInsertsHasEveryEventOnceAfterTheRepeat() throws Exception {
        long seed = new Random().nextLong();
        RandomHistory history = new RandomHistory(seed);
        Random random = new Random(seed);
        List<EventBatch> all = new ArrayList<>();
        try (ClickHouseServer server = ClickHouseServer.start()) {
            String database = server.newDatabase();
            try (ClickHouseEvents events = events(server.url(), server, database)) {
                events.installSchema();
                for (int round = 0; round < 4; round++) {
                    List<EventBatch> next = history.live(800);
                    all.addAll(next);
                    CompletableFuture<Void> insert = CompletableFuture.runAsync(() -> {
                        for (int i = 0; ; i++) { // one by one and over again, until the kill strikes
                            events.accept(List.of(next.get(i % next.size())));
                        }
                    });
                    TimeUnit.MILLISECONDS.sleep(random.nextInt(300)); // at a random moment, not until something holds
                    server.killNine();
                    assertThatThrownBy(insert::join)
                            .isInstanceOf(CompletionException.class)
                            .hasCauseInstanceOf(OutcomeUnknownException.class);
                    server.restart();
                    events.accept(next);
                }
                isExactly(all, history, events);
            }
        }
    }

    // B97
    @Test
    void aCallOfManyEventsIsFewInserts() {
        ClickHouseServer server = ClickHouseServer.shared();
        String database = server.newDatabase();
        List<EventBatch> batches = new ArrayList<>();
        for (int seq = 1; seq <= 2_500; seq++) {
            CouponEvent event = event(ISSUED, 7, SHANGHAI, "2025-06-01T00:00:00Z");
            batches.add(batch(0, seq, event, event, event));
        }
        try (ClickHouseEvents events =
                builder(server.url(), server, database).rowsPerInsertMax(3_000).build()) {
            events.installSchema();
            events.accept(batches);
            assertThat(events.sums()
                            .contents(7)
                            .days()
                            .get(LocalDate.of(2025, 6, 1))
                            .sums())
                    .containsExactly(Map.entry(Figure.ISSUED, 7_500L));
        }
        assertThat(server.execute("SELECT max(max_block_number) FROM system.parts WHERE database = '" + database + "'"))
                .isEqualTo("3");
    }

    // B97
    @Test
    void eventsThatTrickleInAreInsertedAtTheStatedPace() {
        ClickHouseServer server = ClickHouseServer.shared();
        Duration pace = Duration.ofMillis(100);
        try (ClickHouseEvents events =
                builder(server.url(), server, server.newDatabase()).pace(pace).build()) {
            events.installSchema();
            long start = System.nanoTime();
            for (int seq = 1; seq <= 6; seq++) {
                events.accept(List.of(batch(0, seq, event(ISSUED, 7, SHANGHAI, "2025-06-01T00:00:00Z"))));
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(pace.multipliedBy(5));
        }
    }

    @Test
    void callsOfAServerThatDoesNotAnswerEndInTime() {
        ClickHouseServer server = ClickHouseServer.shared();
        URI url = URI.create(server.url());
        try (FaultProxy proxy = FaultProxy.before(url.getHost(), url.getPort());
                ClickHouseEvents events = builder("http://127.0.0.1:" + proxy.port(), server, server.newDatabase())
                        .callLimit(Duration.ofMillis(500))
                        .build()) {
            events.installSchema();
            List<EventBatch> batches = List.of(batch(0, 1, event(ISSUED, 7, SHANGHAI, "2025-06-01T00:00:00Z")));
            proxy.blackHole();
            long start = System.nanoTime();
            assertThatThrownBy(() -> events.accept(batches)).isInstanceOf(OutcomeUnknownException.class);
            assertThatThrownBy(() -> events.sums().contents(7)).isInstanceOf(StoreUnavailableException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
            proxy.normal();
            proxy.resetAll();
            assertThatCode(() -> events.accept(batches)).doesNotThrowAnyException();
            assertThat(events.sums().contents(7).lastSeqs()).containsExactly(Map.entry(0, 1L));
        }
    }

    @Test
    void dayAndHourAreThoseOfTheTemplatesZoneAcrossTheEndOfDaylightSaving() {
        ClickHouseServer server = ClickHouseServer.shared();
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        try (ClickHouseEvents events = events(server.url(), server, server.newDatabase())) {
            events.installSchema();
            events.accept(List.of(
                    batch(0, 1, event(ISSUED, 7, "Europe/Berlin", "2025-10-25T21:59:59Z")),
                    batch(0, 2, event(ISSUED, 7, "Europe/Berlin", "2025-10-25T22:00:00Z")),
                    batch(0, 3, event(ISSUED, 7, "Europe/Berlin", "2025-10-26T00:30:00Z")),
                    batch(0, 4, event(ISSUED, 7, "Europe/Berlin", "2025-10-26T01:30:00Z")),
                    batch(0, 5, event(EXPIRED, 7, "Europe/Berlin", "2025-10-26T23:00:00Z"))));
            LocalDate sunday = LocalDate.of(2025, 10, 26);
            Map<LocalDate, Tally> days = events.sums().byDay(7, sunday.minusDays(1), sunday.plusDays(2), berlin);
            assertThat(days.get(sunday.minusDays(1)).in(CNY).issued()).isEqualTo(1);
            assertThat(days.get(sunday).in(CNY).issued()).isEqualTo(3);
            assertThat(days.get(sunday).in(CNY).expired()).isZero();
            assertThat(days.get(sunday.plusDays(1)).in(CNY).expired()).isEqualTo(1);
            assertThat(events.sums()
                            .byHour(7, sunday, sunday.plusDays(1), berlin)
                            .keySet())
                    .extracting(hour -> hour.atZone(berlin).toString())
                    .containsExactly(
                            "2025-10-26T00:00+02:00[Europe/Berlin]",
                            "2025-10-26T02:00+02:00[Europe/Berlin]",
                            "2025-10-26T02:00+01:00[Europe/Berlin]");
        }
    }

    private static void isExactly(List<EventBatch> batches, RandomHistory history, ClickHouseEvents events) {
        for (long templateId : history.templates()) {
            Expected expected = Expected.of(batches, templateId);
            ZoneId zone = history.zone(templateId);
            LocalDate first = RandomHistory.START.atZone(zone).toLocalDate();
            LocalDate end = history.now().atZone(zone).toLocalDate().plusDays(1);
            Map<LocalDate, Tally> days = events.sums().byDay(templateId, first, end, zone);
            for (LocalDate day : Buckets.days(first, end)) {
                assertThat(days.getOrDefault(day, new Tally()).in(CNY))
                        .as("template %s, %s", templateId, day)
                        .isEqualTo(expected.on(day).figures());
            }
        }
    }

    private static ClickHouseEvents events(String url, ClickHouseServer server, String database) {
        return builder(url, server, database).build();
    }

    private static ClickHouseEventsBuilder builder(String url, ClickHouseServer server, String database) {
        return ClickHouseEvents.builder()
                .url(url)
                .user(server.user(), server.password())
                .database(database)
                .pace(Duration.ZERO);
    }
}
