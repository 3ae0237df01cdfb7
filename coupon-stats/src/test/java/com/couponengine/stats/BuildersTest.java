package com.couponengine.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.TimeSource;
import com.couponengine.core.error.ConfigurationException;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.memory.InMemoryCouponRepository;
import com.couponengine.core.store.CouponRepository;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BuildersTest {

    @Test
    void everyWrongPropertyOfTheEventsIsNamed() {
        assertThatThrownBy(() -> ClickHouseEvents.builder()
                        .url("clickhouse:8123")
                        .database("a.b")
                        .table("events; DROP TABLE x")
                        .callLimit(Duration.ZERO)
                        .pace(Duration.ofHours(1))
                        .rowsPerInsertMax(10)
                        .build())
                .asInstanceOf(InstanceOfAssertFactories.type(ConfigurationException.class))
                .satisfies(
                        e -> names(e.problems(), "url", "database", "table", "callLimit", "pace", "rowsPerInsertMax"));
    }

    @Test
    void everyWrongPropertyOfTheCountersIsNamed() {
        assertThatThrownBy(() -> RedisCounters.builder()
                        .uri("http://host")
                        .timeout(Duration.ofMillis(-1))
                        .connectionsMax(0)
                        .keyPrefix("{x}")
                        .build())
                .asInstanceOf(InstanceOfAssertFactories.type(ConfigurationException.class))
                .satisfies(e -> names(e.problems(), "uri", "timeout", "connectionsMax", "keyPrefix"));
        assertThatThrownBy(() -> RedisCounters.builder().build()).hasMessageContaining("client, uri");
    }

    @Test
    void whatIsNullIsNamedToo() {
        assertThatThrownBy(() -> ClickHouseEvents.builder()
                        .url(null)
                        .user(null, null)
                        .database(null)
                        .table(null)
                        .callLimit(null)
                        .pace(null)
                        .build())
                .asInstanceOf(InstanceOfAssertFactories.type(ConfigurationException.class))
                .satisfies(e -> names(e.problems(), "url", "user", "database", "table", "callLimit", "pace"));
        assertThatThrownBy(() -> RedisCounters.builder()
                        .client(null)
                        .uri(null)
                        .timeout(null)
                        .keyPrefix(null)
                        .build())
                .asInstanceOf(InstanceOfAssertFactories.type(ConfigurationException.class))
                .satisfies(e -> names(e.problems(), "client, uri", "timeout", "keyPrefix"));
    }

    @Test
    void statisticsNameWhatTheyLack() {
        try (RedisCounters counters =
                        RedisCounters.builder().uri("redis://localhost:1").build();
                ClickHouseEvents events =
                        ClickHouseEvents.builder().url("http://localhost:1").build()) {
            CouponRepository repository = new InMemoryCouponRepository(TimeSource.system());
            CouponStats stats = CouponStats.of(repository, counters, events);
            LocalDate day = LocalDate.of(2026, 3, 1);
            Map.<String, ThrowingCallable>of(
                            "repository", () -> CouponStats.of(null, counters, events),
                            "counters", () -> CouponStats.of(repository, null, events),
                            "events", () -> CouponStats.of(repository, counters, null),
                            "time", () -> CouponStats.of(repository, counters, events, null),
                            "from", () -> stats.daily(1, null, day),
                            "until", () -> stats.hourly(1, day, null))
                    .forEach((field, call) -> missing(field, call));
            missing("events", () -> counters.after(null));
            missing("events", () -> counters.rebuild(1, null));
        }
    }

    private static void missing(String field, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        InvalidInputException.class, e -> assertThat(e.field()).isEqualTo(field));
    }

    @Test
    void thePasswordInAWrongAddressIsNotTold() {
        assertThatThrownBy(() ->
                        RedisCounters.builder().uri("redis://user:secret@").build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageNotContaining("secret");
    }

    @Test
    void theSchemaIsPrintedWithoutAServer() {
        try (ClickHouseEvents events = ClickHouseEvents.builder()
                .url("http://localhost:1")
                .table("my_events")
                .build()) {
            assertThat(events.schemaSql())
                    .singleElement()
                    .asString()
                    .startsWith("CREATE TABLE IF NOT EXISTS my_events (");
        }
    }

    private static void names(List<String> problems, String... properties) {
        assertThat(problems).hasSameSizeAs(properties);
        for (int i = 0; i < properties.length; i++) {
            assertThat(problems.get(i)).startsWith(properties[i]);
        }
    }
}
