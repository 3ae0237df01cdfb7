package com.couponengine.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.ConfigurationException;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
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
