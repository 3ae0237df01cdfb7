package com.couponengine.kafka.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The settings of a broker that is its own controller.
 *
 * @param bindTo the address on which clients are listened to
 * @param host the address that clients are told
 * @param port the clients' port
 * @param controllerPort the port on which the broker finds its controller
 * @param data where the records are kept
 */
record BrokerSettings(String bindTo, String host, int port, int controllerPort, Path data) {

    /** Writes them as a properties file. */
    Path writeTo(Path file) throws IOException {
        Properties properties = new Properties();
        properties.putAll(all());
        try (OutputStream out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        return file;
    }

    /** The same as the Kafka image takes them: {@code node.id} is {@code KAFKA_NODE_ID}. */
    Map<String, String> asEnvironment() {
        return all().entrySet().stream()
                .collect(Collectors.toMap(
                        setting -> "KAFKA_"
                                + setting.getKey().toUpperCase(Locale.ROOT).replace('.', '_'),
                        Map.Entry::getValue));
    }

    private Map<String, String> all() {
        Map<String, String> all = new TreeMap<>();
        all.putAll(oneNode());
        all.putAll(quickStart());
        return all;
    }

    private Map<String, String> oneNode() {
        String controller = "127.0.0.1:" + controllerPort;
        return Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@" + controller,
                "controller.listener.names", "CONTROLLER",
                "listeners", "PLAINTEXT://" + bindTo + ":" + port + ",CONTROLLER://" + controller,
                "advertised.listeners", "PLAINTEXT://" + host + ":" + port,
                "listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs", data.toString(),
                // A topic exists when a test has made it: a mistyped name is an error.
                "auto.create.topics.enable", "false");
    }

    /**
     * A restarted broker is taken in only when the killed one's session is over: nine seconds by default. Two seconds
     * pass while it starts, and a broker on a busy machine still gets its heartbeats through.
     */
    private static Map<String, String> quickStart() {
        return Map.ofEntries(
                Map.entry("broker.session.timeout.ms", "2000"),
                Map.entry("broker.heartbeat.interval.ms", "200"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("offsets.topic.num.partitions", "4"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("transaction.state.log.num.partitions", "4"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("share.coordinator.state.topic.replication.factor", "1"),
                Map.entry("share.coordinator.state.topic.min.isr", "1"),
                Map.entry("num.network.threads", "2"),
                Map.entry("num.io.threads", "4"),
                Map.entry("log.cleaner.dedupe.buffer.size", "4194304"));
    }
}
