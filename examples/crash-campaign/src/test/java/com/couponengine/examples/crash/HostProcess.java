package com.couponengine.examples.crash;

import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.server.TempFolders;
import com.couponengine.jdbc.server.SqlDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A host in a JVM of its own, seen from the campaign. Thread-safe, but for starting and killing. */
final class HostProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration REPLY_LIMIT = Duration.ofSeconds(60);

    /** Who is told what the host's callers are told. */
    interface Ears {
        void answered(HostProcess host, long call, GrabStatus status, @Nullable String code, Duration time);

        /** The host is dead; calls without an answer will get none. */
        void died(HostProcess host);
    }

    private final String name;
    private final Path folder = TempFolders.create("ho");
    private final ServerSocket door;
    private final ServerProcess process;
    private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();

    private volatile @Nullable Ears ears;
    private volatile boolean alive;
    private final AtomicLong frozenMillis = new AtomicLong();
    private Socket socket = new Socket();
    private @Nullable Lines out;
    private Thread reader = new Thread();

    HostProcess(int number, SqlDatabase database, String redisUrl) {
        name = "host-" + number;
        try {
            door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            door.setSoTimeout((int) START_LIMIT.toMillis());
            Files.writeString(folder.resolve("hikari.properties"), "registerMbeans=true\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process = ServerProcess.start(
                name,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx384m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Dhikaricp.configurationFile=" + folder.resolve("hikari.properties"),
                        HostMain.class.getName(),
                        Integer.toString(door.getLocalPort()),
                        redisUrl,
                        database.url(),
                        database.user(),
                        database.password()),
                folder,
                Map.of(
                        "CLASSPATH",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        connect();
    }

    private void connect() {
        try {
            socket = door.accept();
            out = new Lines(socket, () -> alive = false);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            reader = new Thread(() -> listen(in), name + "-ears");
            reader.setDaemon(true);
            reader.start();
        } catch (IOException e) {
            throw new IllegalStateException(name + " does not call; " + process.lastWords(), e);
        }
        expect("ready");
        alive = true;
    }

    private void listen(BufferedReader in) {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ", -1);
                Ears listening = ears;
                if (!words[0].equals("answer")) {
                    replies.add(line);
                } else if (listening != null) {
                    listening.answered(
                            this,
                            Long.parseLong(words[1]),
                            GrabStatus.valueOf(words[2]),
                            words[3].equals("-") ? null : words[3],
                            Duration.ofMillis(Long.parseLong(words[4])));
                }
            }
        } catch (IOException e) {
            // The host is dead.
        }
        alive = false;
        Ears listening = ears;
        if (listening != null) {
            listening.died(this);
        }
    }

    /** Starts a new engine for a round; what the host hears of calls goes to these ears from now on. */
    void open(RoundPlan plan, Ears listening) {
        ears = listening;
        ask("open " + plan.reservationLimit().toMillis() + " " + plan.gateDown(), "opened");
    }

    /** Starts a grab. */
    void grab(long call, GrabRequest request, boolean waits) {
        send("grab " + call + " " + request.templateId() + " " + request.userId() + " " + request.requestId()
                + (request.retry() ? " again" : " -") + (waits ? " wait" : " -"));
    }

    /** Reconciles once; true if nothing was left undecided. */
    boolean reconcile() {
        return ask("reconcile", "reconciled").equals("reconciled 0 0");
    }

    /** Calls under way, and connections in use and waited for. */
    String state() {
        return ask("state", "state");
    }

    boolean isAlive() {
        return alive;
    }

    /** For how long it was frozen so far. */
    long frozenMillis() {
        return frozenMillis.get();
    }

    void freeze(Runnable meanwhile) {
        long start = System.nanoTime();
        process.pause();
        try {
            meanwhile.run();
        } finally {
            // Whoever answers from now on was frozen; the time that it takes to wake up counts as well.
            frozenMillis.addAndGet(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + 200);
            process.resume();
        }
    }

    /** Kills it; returns when everything that it told has been heard. */
    void killNine() {
        process.killNine();
        try {
            reader.join(REPLY_LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void restart() {
        process.restart();
        connect();
    }

    String lastWords() {
        return process.lastWords();
    }

    private String ask(String line, String reply) {
        send(line);
        return expect(reply);
    }

    private String expect(String reply) {
        try {
            String line = replies.poll(REPLY_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            if (line == null || !line.startsWith(reply)) {
                throw new IllegalStateException(
                        name + " said " + line + " instead of " + reply + "; " + process.lastWords());
            }
            return line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + name, e);
        }
    }

    private void send(String line) {
        if (out != null) {
            out.tell(line);
        }
    }

    @Override
    public void close() {
        ears = null;
        process.close();
        TempFolders.delete(folder);
        try (door) {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
