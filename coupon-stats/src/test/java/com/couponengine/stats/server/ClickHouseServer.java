package com.couponengine.stats.server;

import com.couponengine.core.server.ContainerServer;
import com.couponengine.core.server.FreePorts;
import com.couponengine.core.server.GivenServer;
import com.couponengine.core.server.Platform;
import com.couponengine.core.server.ServerControl;
import com.couponengine.core.server.ServerLadder;
import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.server.SharedServer;
import com.couponengine.core.server.TempFolders;
import com.sun.jna.Native;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One real ClickHouse, spoken to over HTTP. Where it comes from is told by {@link ServerLadder}: by default the engine
 * of {@link ClickHouseEngine} in a JVM of its own. The settings are {@code it.clickhouse.url}
 * ({@code http://user:password@host:port}, without the login for {@code default} and no password) and
 * {@code it.clickhouse.image}. It is ended by killing it: {@code SYSTEM SHUTDOWN} must never be sent. Thread-safe.
 */
public final class ClickHouseServer implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration CALL_LIMIT = Duration.ofSeconds(10);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CALL_LIMIT)
            .build();
    private static final SharedServer<ClickHouseServer> SHARED = new SharedServer<>(() -> climb(true));

    private final ServerControl control;
    private final String url;
    private final String user;
    private final String password;
    private final Runnable cleanUp;
    private final Set<String> databases = ConcurrentHashMap.newKeySet();

    private ClickHouseServer(ServerControl control, String url, String user, String password, Runnable cleanUp) {
        this.control = control;
        this.url = url;
        this.user = user;
        this.password = password;
        this.cleanUp = cleanUp;
    }

    /**
     * The server that the tests of this JVM share, possibly given by its address. Keep to a database of your own, never
     * kill it.
     */
    public static ClickHouseServer shared() {
        return SHARED.get();
    }

    /** A server of the caller's own, which may be killed and frozen; the caller closes it. */
    public static ClickHouseServer start() {
        return climb(false);
    }

    private static ClickHouseServer climb(boolean mayBeGiven) {
        String image = Objects.requireNonNullElse(
                ServerLadder.setting("it.clickhouse.image"), "clickhouse/clickhouse-server:25.8");
        ServerLadder<ClickHouseServer> ladder = ServerLadder.of("ClickHouse");
        if (mayBeGiven) {
            ladder.address(ClickHouseServer::given);
        }
        return ladder.container(image, () -> contained(image))
                .binaries(ClickHouseEngine.VERSION, () -> launched(inAJvm(ClickHouseEngine.library())))
                .path(
                        "clickhouse",
                        () -> launched(List.of(Platform.onPath("clickhouse").toString())))
                .climb();
    }

    private static ClickHouseServer given(String address) throws URISyntaxException {
        URI uri = new URI(address);
        String[] login =
                Optional.ofNullable(uri.getUserInfo()).orElse("default").split(":", 2);
        String url = new URI(uri.getScheme(), null, uri.getHost(), uri.getPort(), null, null, null).toString();
        ClickHouseServer server = new ClickHouseServer(
                new GivenServer("ClickHouse"), url, login[0], login.length == 2 ? login[1] : "", () -> {});
        server.execute("SELECT 1");
        return server;
    }

    private static ClickHouseServer contained(String image) throws Exception {
        ContainerServer container =
                ContainerServer.start(image, 8123, Map.of("CLICKHOUSE_SKIP_USER_SETUP", "1"), List.of());
        return ready(new ClickHouseServer(
                container, "http://" + container.host() + ":" + container.port(), "default", "", () -> {}));
    }

    private static ClickHouseServer launched(List<String> program) {
        Path folder = TempFolders.create("ch");
        int port = FreePorts.next();
        List<String> command = new ArrayList<>(program);
        command.addAll(arguments(folder.resolve("data"), port));
        ServerProcess process = ServerProcess.start("clickhouse", command, folder, Map.of());
        return ready(new ClickHouseServer(
                process, "http://127.0.0.1:" + port, "default", "", () -> TempFolders.delete(folder)));
    }

    private static ClickHouseServer ready(ClickHouseServer server) {
        try {
            server.await();
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static List<String> inAJvm(Path library) throws URISyntaxException {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                // What JNA unpacks goes into the server's own folder, which is removed with it.
                "-Djna.tmpdir=.",
                "-cp",
                placeOf(ClickHouseProgram.class) + File.pathSeparator + placeOf(Native.class),
                ClickHouseProgram.class.getName(),
                library.toString());
    }

    private static Path placeOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** The engine as a local tool that opens its HTTP port, then counts seconds until it is killed. */
    private static List<String> arguments(Path data, int port) {
        return List.of(
                "clickhouse-local",
                "--path=" + data,
                "--listen_host=127.0.0.1",
                "--http_port=" + port,
                "--query",
                "SYSTEM START LISTEN HTTP; SELECT sleepEachRow(1) FROM system.numbers SETTINGS max_block_size=1, "
                        + "max_execution_time=0, function_sleep_max_microseconds_per_block=0 FORMAT Null");
    }

    /** The address of the HTTP interface, without a path and without a trailing slash. */
    public String url() {
        return url;
    }

    /** Who may make databases. */
    public String user() {
        return user;
    }

    /** The user's password; empty for none. */
    public String password() {
        return password;
    }

    /** Makes an empty database for one test and returns its name. */
    public String newDatabase() {
        String name =
                "it_" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        execute("CREATE DATABASE " + name);
        databases.add(name);
        return name;
    }

    /**
     * Runs one statement around every client library.
     *
     * @return the answer in ClickHouse's own format, stripped; empty for a statement that has none
     * @throws IllegalStateException when the server refuses the statement, with its reason, or does not answer
     */
    public String execute(String sql) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/"))
                .timeout(CALL_LIMIT)
                .header("X-ClickHouse-User", user)
                .header("X-ClickHouse-Key", password)
                .POST(HttpRequest.BodyPublishers.ofString(sql))
                .build();
        HttpResponse<String> response = send(request);
        if (response.statusCode() != 200) {
            throw new IllegalStateException(sql + ": " + response.statusCode() + " " + response.body());
        }
        return response.body().strip();
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

    /** Ends the server; of one that was given by its address, drops the databases that were made here. */
    @Override
    public void close() {
        if (control instanceof GivenServer) {
            databases.forEach(name -> execute("DROP DATABASE IF EXISTS " + name));
            databases.clear();
        }
        control.close();
        cleanUp.run();
    }

    @Override
    public String toString() {
        return url;
    }

    private void await() {
        control.await("answer at " + url, START_LIMIT, () -> execute("SELECT 1").equals("1"));
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException("ClickHouse at " + url + " does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
