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

/** The engine of a shop, wired by hand on the servers that were named, or on what is embedded. */
final class Shop implements AutoCloseable {
    final String url;
    final JdbcCouponRepository repository;
    final StockGate gate;
    final EventPublisher events;
    final CouponEngine engine;

    private final Deque<AutoCloseable> toClose = new ArrayDeque<>();

    Shop(Servers servers) throws IOException {
        String named = servers.database;
        url = named == null ? embeddedUrl(servers) : named;
        repository = closing(JdbcCouponRepository.builder()
                .database(url, servers.databaseUser, servers.databasePassword)
                .installSchema()
                .open());
        gate = servers.redis == null
                ? new InMemoryStockGate(TimeSource.system())
                : closing(RedisStockGate.builder().uri(servers.redis).build());
        events =
                servers.kafka == null ? new InMemoryEventPublisher() : closing(new KafkaEventPublisher(kafka(servers)));
        engine = closing(CouponEngine.builder()
                .repository(repository)
                .gate(gate)
                .events(events)
                .build());
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
