package com.couponengine.redis.server;

import com.couponengine.core.server.Platform;
import com.couponengine.core.server.ServerCache;
import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.server.ServerUnavailableException;
import com.couponengine.core.server.TempFolders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One {@code redis-server} process with its folder.
 *
 * @param process the process
 * @param port its port on 127.0.0.1
 * @param folder its data and log, removed by {@link #close()}
 */
record RedisNode(ServerProcess process, int port, Path folder) implements AutoCloseable {
    /**
     * The versions that may be on the class path, the first one first. The tests bring 7.0.9. The benchmarks bring the
     * other: it has an allocator of the kind that servers in the field have, with which scripts run several times as fast.
     */
    private static final List<String> VERSIONS = List.of("6.2.6-v5", "7.0.9");

    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    /** The version of the binaries on the class path, as their jar names it. */
    static String version() {
        return VERSIONS.stream()
                .filter(version -> RedisNode.class.getResource("/" + program(version)) != null)
                .findFirst()
                .orElse(VERSIONS.get(VERSIONS.size() - 1));
    }

    private static String program(String version) {
        return "redis-server-" + version + "-" + Platform.name();
    }

    /** The program out of the jar, unpacked once. */
    static Path unpacked() throws Exception {
        String program = program(version());
        ServerCache.requireResource(program);
        return ServerCache.open()
                .folder(
                        "redis-" + version() + "-" + Platform.name(),
                        folder -> ServerCache.copyProgram(program, folder.resolve("redis-server")))
                .resolve("redis-server");
    }

    static Path onPath() throws ServerUnavailableException {
        return Platform.onPath("redis-server");
    }

    /** Starts a node without waiting for it. */
    static RedisNode start(Path program, int port, List<String> options) {
        Path folder = TempFolders.create("rd");
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        command.addAll(options);
        command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1", "--dir", folder.toString()));
        return new RedisNode(ServerProcess.start("redis-" + port, command, folder, Map.of()), port, folder);
    }

    /** Waits until the node has loaded its data and answers. */
    RedisNode await() {
        process.await("PONG", START_LIMIT, () -> command("PING").equals("PONG"));
        return this;
    }

    String command(String... words) throws IOException {
        return RedisWire.command("127.0.0.1", port, words);
    }

    @Override
    public void close() {
        process.close();
        TempFolders.delete(folder);
    }
}
