package com.couponengine.redis.server;

import com.couponengine.core.server.ContainerServer;
import com.couponengine.core.server.FreePorts;
import com.couponengine.core.server.GivenServer;
import com.couponengine.core.server.ServerControl;
import com.couponengine.core.server.ServerLadder;
import com.couponengine.core.server.SharedServer;
import com.couponengine.core.server.TempFolders;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One real Redis server. Where it comes from is told by {@link ServerLadder}; the settings are {@code it.redis.url}
 * ({@code redis://host:port}) and {@code it.redis.image}. Thread-safe.
 */
public final class RedisServer implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final SharedServer<RedisServer> SHARED = new SharedServer<>(() -> climb(true, Persistence.NONE));

    private final ServerControl control;
    private final String host;
    private final int port;
    private final @Nullable Path folder;

    private RedisServer(ServerControl control, String host, int port, @Nullable Path folder) {
        this.control = control;
        this.host = host;
        this.port = port;
        this.folder = folder;
    }

    /** What the server keeps over a restart. */
    public enum Persistence {
        /** Nothing. */
        NONE,
        /** Every command that it has answered: the append-only file, flushed to the disk each time. */
        ALWAYS;

        private List<String> options() {
            return switch (this) {
                case NONE -> List.of("--save", "", "--appendonly", "no");
                case ALWAYS -> List.of("--save", "", "--appendonly", "yes", "--appendfsync", "always");
            };
        }
    }

    /**
     * The server that the tests of this JVM share, without persistence, possibly given by its address. Keep to keys of
     * your own, never flush it, never kill it.
     */
    public static RedisServer shared() {
        return SHARED.get();
    }

    /** A server of the caller's own, which may be flushed, killed and frozen; the caller closes it. */
    public static RedisServer start(Persistence persistence, String... options) {
        return climb(false, persistence, options);
    }

    private static RedisServer climb(boolean mayBeGiven, Persistence persistence, String... options) {
        List<String> all = new ArrayList<>(persistence.options());
        all.addAll(List.of(options));
        String image = Objects.requireNonNullElse(ServerLadder.setting("it.redis.image"), "redis:7.4-alpine");
        ServerLadder<RedisServer> ladder = ServerLadder.of("Redis");
        if (mayBeGiven) {
            ladder.address(RedisServer::given);
        }
        return ladder.container(image, () -> contained(image, all))
                .binaries(RedisNode.version(), () -> launched(RedisNode.unpacked(), all))
                .path("redis-server", () -> launched(RedisNode.onPath(), all))
                .climb();
    }

    private static RedisServer given(String url) throws Exception {
        URI uri = URI.create(url);
        int port = uri.getPort() < 0 ? 6379 : uri.getPort();
        RedisWire.command(uri.getHost(), port, "PING");
        return new RedisServer(new GivenServer("Redis"), uri.getHost(), port, null);
    }

    private static RedisServer contained(String image, List<String> options) throws Exception {
        List<String> command = new ArrayList<>(List.of("--protected-mode", "no", "--bind", "0.0.0.0"));
        command.addAll(options);
        ContainerServer container = ContainerServer.start(image, 6379, Map.of(), command);
        return new RedisServer(container, container.host(), container.port(), null).await();
    }

    private static RedisServer launched(Path program, List<String> options) {
        RedisNode node = RedisNode.start(program, FreePorts.next(), options).await();
        return new RedisServer(node.process(), "127.0.0.1", node.port(), node.folder());
    }

    /** The address for clients: a host name or number. */
    public String host() {
        return host;
    }

    /** The port for clients; it stays the same over restarts. */
    public int port() {
        return port;
    }

    /** The address for clients as {@code redis://host:port}. */
    public String url() {
        return "redis://" + host + ":" + port;
    }

    /** Ends the server as {@code kill -9} does. */
    public void killNine() {
        control.killNine();
    }

    /** Starts the killed server again on the same port and data, and waits until it answers. */
    public void restart() {
        control.restart();
        await();
    }

    /** Freezes the server: connections stay open, nothing answers. */
    public void pause() {
        control.pause();
    }

    /** Wakes the frozen server. */
    public void resume() {
        control.resume();
    }

    /** Whether the process is there, frozen or not. */
    public boolean isAlive() {
        return control.isAlive();
    }

    @Override
    public void close() {
        control.close();
        if (folder != null) {
            TempFolders.delete(folder);
        }
    }

    /** The version and address. */
    @Override
    public String toString() {
        try {
            String version = RedisWire.command(host, port, "INFO", "server")
                    .lines()
                    .filter(line -> line.startsWith("redis_version:"))
                    .findFirst()
                    .orElse("redis_version:unknown")
                    .substring("redis_version:".length());
            return version + " at " + host + ":" + port;
        } catch (IOException e) {
            return host + ":" + port;
        }
    }

    private RedisServer await() {
        control.await(
                "PONG", START_LIMIT, () -> RedisWire.command(host, port, "PING").equals("PONG"));
        return this;
    }
}
