package com.couponengine.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.ConfigurationException;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.massissue.MassIssue;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class MissingSettingsTest {
    private static final KafkaSettings SETTINGS = KafkaSettings.builder()
            .bootstrapServers("localhost:1")
            .topic("coupons")
            .build();

    @Test
    void whatIsNullIsNamed() {
        MassIssue massIssue = new MassIssue(request -> new CompletableFuture<>());
        missing("settings", () -> new KafkaEventPublisher(null));
        missing("settings", () -> new KafkaChunkSender(null));
        missing("settings", () -> new KafkaEventConsumer(null, "group", batches -> {}));
        missing("groupId", () -> new KafkaEventConsumer(SETTINGS, null, batches -> {}));
        missing("groupId", () -> new KafkaEventConsumer(SETTINGS, " ", batches -> {}));
        missing("consumer", () -> new KafkaEventConsumer(SETTINGS, "group", null));
        missing("massIssue", () -> new KafkaChunkWorker(SETTINGS, "group", null, (chunk, report) -> {}));
        missing("reports", () -> new KafkaChunkWorker(SETTINGS, "group", massIssue, null));
        try (KafkaChunkSender sender = new KafkaChunkSender(SETTINGS)) {
            missing("chunk", () -> sender.send(null));
        }
    }

    private static void missing(String field, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        InvalidInputException.class, e -> assertThat(e.field()).isEqualTo(field));
    }

    @Test
    void settingsNameEverythingThatTheyLack() {
        assertThatThrownBy(() -> KafkaSettings.builder()
                        .callLimit(null)
                        .clientProperty("security.protocol", null)
                        .build())
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems())
                                .extracting(problem -> problem.replaceAll("[ .:].*", ""))
                                .containsExactly("bootstrapServers", "topic", "callLimit", "clientProperty"));
    }
}
