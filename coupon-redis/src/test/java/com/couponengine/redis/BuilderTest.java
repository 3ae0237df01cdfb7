package com.couponengine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.ConfigurationException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BuilderTest {
    private static void refused(RedisStockGate.Builder builder, String... problems) {
        assertThatThrownBy(builder::build)
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems()).containsExactly(problems));
    }

    @Test
    void everyMistakeIsNamedAtOnceAndNoPasswordIsTold() {
        refused(
                RedisStockGate.builder()
                        .uri("http://user:secret@host")
                        .cluster(Arrays.asList("host", null))
                        .sentinel(" ", List.of())
                        .callTimeout(Duration.ofMillis(99))
                        .connections(0)
                        .keyPrefix("two words"),
                "uri, cluster, sentinel, client: exactly one of them must be set, not 3",
                "uri: must look like redis://host:6379",
                "cluster = host: must look like host:6379",
                "cluster = null: must look like host:6379",
                "sentinel: at least one host:port is needed",
                "sentinel: the master's name must not be blank",
                "callTimeout = PT0.099S: must be from PT0.1S to PT1M",
                "connections = 0: must be at least 1",
                "keyPrefix = two words: must be 1 to 32 letters, digits, or . _ : -");
    }

    @Test
    void whatIsNullIsNamedToo() {
        refused(
                RedisStockGate.builder()
                        .uri("redis://127.0.0.1:6379")
                        .callTimeout(null)
                        .keyPrefix(null),
                "callTimeout = null: must be from PT0.1S to PT1M",
                "keyPrefix = null: must be 1 to 32 letters, digits, or . _ : -");
        refused(RedisStockGate.builder().sentinel("name", null), "sentinel: at least one host:port is needed");
        refused(RedisStockGate.builder().cluster(null), "cluster: at least one host:port is needed");
        refused(RedisStockGate.builder(), "uri, cluster, sentinel, client: exactly one of them must be set, not 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "redis://", "redis://host", "127.0.0.1:6379", "redis://host:port"})
    void anAddressLooksLikeOne(String uri) {
        refused(RedisStockGate.builder().uri(uri), "uri: must look like redis://host:6379");
    }

    @Test
    void aMastersNameIsNeeded() {
        refused(
                RedisStockGate.builder().sentinel(null, List.of("127.0.0.1:26379")),
                "uri, cluster, sentinel, client: exactly one of them must be set, not 0");
    }
}
