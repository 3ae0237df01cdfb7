package com.couponengine.examples.crash;

import com.couponengine.core.server.TempFolders;
import com.couponengine.redis.server.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import redis.clients.jedis.RedisClient;

/** What a Redis server has written to its disk, which a dead server can be robbed of or given back an older copy of. */
final class RedisFile implements AutoCloseable {
    private static final String KEPT_IN = "appendonlydir";

    private final Path copy = TempFolders.create("rc");
    private final RedisServer server;
    private final Path folder;

    RedisFile(RedisServer server) {
        this.server = server;
        try (RedisClient client = RedisClient.create(server.host(), server.port())) {
            folder = Path.of(client.configGet("dir").get("dir"), KEPT_IN);
        }
    }

    /** Empties the running server. */
    void flush() {
        try (RedisClient client = RedisClient.create(server.host(), server.port())) {
            client.flushAll();
        }
    }

    /** Keeps a copy of what the running server has written so far. */
    void keep() {
        replace(folder, copy);
    }

    /** Gives the dead server the copy that was kept. */
    void giveBack() {
        replace(copy, folder);
    }

    /** Takes everything from the dead server. */
    void remove() {
        TempFolders.delete(folder);
    }

    private static void replace(Path from, Path to) {
        TempFolders.delete(to);
        try (Stream<Path> files = Files.list(from)) {
            Files.createDirectories(to);
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        TempFolders.delete(copy);
    }
}
