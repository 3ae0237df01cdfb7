package com.couponengine.examples.flashsale;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.TimeSource;
import com.couponengine.core.event.EventPublisher;
import com.couponengine.core.gate.StockGate;
import com.couponengine.core.memory.InMemoryEventPublisher;
import com.couponengine.core.memory.InMemoryStockGate;
import com.couponengine.jdbc.JdbcCouponRepository;
import com.couponengine.kafka.KafkaEventPublisher;
import com.couponengine.kafka.KafkaSettings;
import com.couponengine.redis.RedisStockGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine of a shop, wired by hand on the servers that were named, or on what is embedded. */
final class Shop implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Shop.class);

    final String url;
    final JdbcCouponRepository repository;
    final StockGate gate;
    final EventPublisher events;
    final CouponEngine engine;

    private final Deque<AutoCloseable> toClose = new ArrayDeque<>();

    /** Opens everything, or nothing. @throws OptionException if a server cannot be used */
    Shop(Servers servers) throws IOException {
        try {
            String redis = servers.redis;
            gate = redis == null
                    ? new InMemoryStockGate(TimeSource.system())
                    : OptionException.naming("--redis", () -> redisGate(redis));
            events = servers.kafka == null
                    ? new InMemoryEventPublisher()
                    : OptionException.naming("--kafka", () -> kafkaPublisher(servers));
            String named = servers.database;
            url = named == null ? OptionException.naming("--data", () -> embeddedUrl(servers)) : named;
            repository = OptionException.naming(named == null ? "--data" : "--db", () -> closing(repository(servers)));
            engine = closing(CouponEngine.builder()
                    .repository(repository)
                    .gate(gate)
                    .events(events)
                    .build());
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private JdbcCouponRepository repository(Servers servers) {
        return JdbcCouponRepository.builder()
                .database(url, servers.databaseUser, servers.databasePassword)
                .installSchema()
                .open();
    }

    private RedisStockGate redisGate(String uri) {
        RedisStockGate redis = closing(RedisStockGate.builder().uri(uri).build());
        redis.check().forEach(warning -> log.warn("redis: {}", warning));
        return redis;
    }

    private KafkaEventPublisher kafkaPublisher(Servers servers) {
        KafkaEventPublisher kafka = closing(new KafkaEventPublisher(kafka(servers)));
        kafka.check();
        return kafka;
    }

    static KafkaSettings kafka(Servers servers) {
        return KafkaSettings.builder()
                .bootstrapServers(String.valueOf(servers.kafka))
                .topic(servers.kafkaTopic)
                .build();
    }

    private String embeddedUrl(Servers servers) throws IOException {
        Path folder = servers.data;
        if (folder == null) {
            Path temporary = Files.createTempDirectory("flash-sale");
            toClose.push(() -> delete(temporary));
            folder = temporary;
        }
        Files.createDirectories(folder);
        return "jdbc:h2:file:" + folder.resolve("coupons").toAbsolutePath() + ";WRITE_DELAY=0";
    }

    private <T extends AutoCloseable> T closing(T resource) {
        toClose.push(resource);
        return resource;
    }

    private static void delete(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(folder)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.delete(file);
        }
    }

    @Override
    public void close() throws IOException {
        while (!toClose.isEmpty()) {
            try {
                toClose.pop().close();
            } catch (IOException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
    }
}
