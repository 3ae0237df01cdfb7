package com.couponengine.kafka;

import com.couponengine.core.error.ConfigurationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Which Kafka, which topic, how long to wait. Immutable; made by {@link #builder()}.
 */
public final class KafkaSettings {
    private final String bootstrapServers;
    private final String topic;
    private final Duration callLimit;
    private final Map<String, Object> clientProperties;

    private KafkaSettings(String bootstrapServers, String topic, Builder builder) {
        this.bootstrapServers = bootstrapServers;
        this.topic = topic;
        this.callLimit = builder.callLimit;
        this.clientProperties = Map.copyOf(builder.clientProperties);
    }

    String topic() {
        return topic;
    }

    Duration callLimit() {
        return callLimit;
    }

    /** The host's client properties, then what this library needs. */
    Map<String, Object> with(Map<String, Object> needed) {
        Map<String, Object> all = new HashMap<>(clientProperties);
        all.put("bootstrap.servers", bootstrapServers);
        all.putAll(needed);
        return all;
    }

    static ConfigurationException wrong(ConfigException e) {
        return new ConfigurationException(List.of("clientProperties: " + e.getMessage()));
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Collects settings. Not thread-safe. */
    public static final class Builder {
        private @Nullable String bootstrapServers;
        private @Nullable String topic;
        private Duration callLimit = Duration.ofSeconds(5);
        private final Map<String, Object> clientProperties = new HashMap<>();

        private Builder() {}

        /** {@code host:port,…}. Must be given. */
        public Builder bootstrapServers(String value) {
            bootstrapServers = value;
            return this;
        }

        /** The topic. Must be given, must exist, and must keep its number of partitions. */
        public Builder topic(String value) {
            topic = value;
            return this;
        }

        /** Within which a call answers. 5 seconds by default. */
        public Builder callLimit(Duration value) {
            callLimit = value;
            return this;
        }

        /** A property of the Kafka client, for security and the like; those that guarantees hang on are kept. */
        public Builder clientProperty(String name, Object value) {
            clientProperties.put(name, value);
            return this;
        }

        /**
         * The settings.
         *
         * @throws ConfigurationException naming everything that is missing or wrong
         */
        public KafkaSettings build() {
            List<String> problems = new ArrayList<>();
            if (bootstrapServers == null || bootstrapServers.isBlank()) {
                problems.add("bootstrapServers = " + bootstrapServers + ": must be given");
            }
            if (topic == null || topic.isBlank()) {
                problems.add("topic = " + topic + ": must be given");
            }
            if (callLimit == null || callLimit.compareTo(Duration.ofMillis(100)) < 0) {
                problems.add("callLimit = " + callLimit + ": must be at least 100 milliseconds");
            }
            clientProperties.forEach((name, value) -> {
                if (name == null || value == null) {
                    problems.add("clientProperty: name and value must be given, not null, at " + name);
                }
            });
            if (bootstrapServers == null || topic == null || !problems.isEmpty()) {
                throw new ConfigurationException(problems);
            }
            return new KafkaSettings(bootstrapServers, topic, this);
        }
    }
}
