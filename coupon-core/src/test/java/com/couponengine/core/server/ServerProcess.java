package com.couponengine.core.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A server running as a child process. Its output goes to {@code <name>.log} in its folder, and the end of that is part
 * of every failure message. The child never outlives this JVM: a shutdown hook ends it, and a {@link Watchdog} does
 * when the JVM is killed. Thread-safe.
 */
public final class ServerProcess implements ServerControl {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
    private static final int TAIL_LINES = 40;
    private static final Deque<Runnable> AT_JVM_END = new ArrayDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ServerProcess::endAll, "end-test-servers"));
    }

    private final String name;
    private final List<String> command;
    private final Path folder;
    private final Map<String, String> environment;
    private final Path log;
    private final String endSignal;
    private final Runnable atJvmEnd = this::close;
    private Process process;
    private Watchdog watchdog;

    private ServerProcess(
            String name, List<String> command, Path folder, Map<String, String> environment, String endSignal) {
        this.name = name;
        this.command = List.copyOf(command);
        this.folder = folder;
        this.environment = Map.copyOf(environment);
        this.log = folder.resolve(name + ".log");
        this.endSignal = endSignal;
        this.process = launch();
        this.watchdog = Watchdog.over(process, endSignal);
        atJvmEnd(atJvmEnd);
    }

    /**
     * Starts a server; it may not answer yet.
     *
     * @param name names the log file and the failure messages
     * @param folder the working directory, which exists
     * @param environment added to this JVM's environment
     */
    public static ServerProcess start(String name, List<String> command, Path folder, Map<String, String> environment) {
        return start(name, command, folder, environment, "KILL");
    }

    /**
     * Starts a server that wants to tidy up at its end.
     *
     * @param endSignal what {@link #close()} and the end of this JVM send it, such as {@code QUIT}
     */
    public static ServerProcess start(
            String name, List<String> command, Path folder, Map<String, String> environment, String endSignal) {
        return new ServerProcess(name, command, folder, environment, endSignal);
    }

    /** Runs a command to its end, and fails with its output when it takes too long or does not exit with 0. */
    public static void run(
            String name, List<String> command, Path folder, Map<String, String> environment, Duration limit) {
        try (ServerProcess running = start(name, command, folder, environment)) {
            running.awaitExit(limit);
        }
    }

    /** Registers work for the end of the JVM; the latest registered runs first. */
    public static void atJvmEnd(Runnable work) {
        synchronized (AT_JVM_END) {
            AT_JVM_END.push(work);
        }
    }

    public synchronized long pid() {
        return process.pid();
    }

    @Override
    public synchronized boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until something listens on the port of the loopback address. */
    public ServerProcess awaitPort(int port, Duration limit) {
        return await("port " + port, limit, () -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
                return true;
            }
        });
    }

    @Override
    public ServerProcess await(String what, Duration limit, Check check) {
        ServerControl.super.await(what, limit, check);
        return this;
    }

    @Override
    public synchronized void killNine() {
        // Frozen first, so that no child is born between looking and killing.
        signal("STOP", List.of(process.toHandle()));
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        awaitEnd();
        children.forEach(this::awaitEndOf);
        watchdog.dismiss();
    }

    @Override
    public synchronized void restart() {
        if (process.isAlive()) {
            throw new IllegalStateException(name + " is still running as " + process.pid());
        }
        process = launch();
        watchdog = Watchdog.over(process, endSignal);
    }

    @Override
    public synchronized void pause() {
        signal("STOP", List.of(process.toHandle()));
        signal("STOP", process.descendants().toList());
    }

    @Override
    public synchronized void resume() {
        signal(
                "CONT",
                Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                        .toList());
    }

    /**
     * Ends the server with the signal that it was started with, {@code KILL} unless another was named, and with
     * {@code KILL} when that takes more than ten seconds. Its folder belongs to the caller and stays.
     */
    @Override
    public synchronized void close() {
        synchronized (AT_JVM_END) {
            AT_JVM_END.remove(atJvmEnd);
        }
        if (!endSignal.equals("KILL")) {
            signal(endSignal, List.of(process.toHandle()));
            resume();
            try {
                process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        killNine();
    }

    private Process launch() {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitExit(Duration limit) {
        Process running = process;
        try {
            if (!running.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(name + " did not end within " + limit + "; " + lastWords());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + name, e);
        }
        if (running.exitValue() != 0) {
            throw new IllegalStateException(name + " ended with " + running.exitValue() + "; " + lastWords());
        }
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + " (" + process.pid() + ") survives kill -9");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks itself: {@link ProcessHandle#onExit()} looks at a grandchild only every few hundred milliseconds. */
    private void awaitEndOf(ProcessHandle child) {
        long end = System.nanoTime() + STOP_LIMIT.toNanos();
        while (!hasEnded(child)) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(name + "'s child " + child.pid() + " survives kill -9");
            }
            sleep(2);
        }
    }

    /** A child whose parent was killed counts as ended when only its entry is left, for whoever reaps it in the end. */
    private static boolean hasEnded(ProcessHandle child) {
        try {
            return !child.isAlive()
                    || Files.readString(Path.of("/proc", Long.toString(child.pid()), "stat"))
                            .contains(") Z ");
        } catch (IOException e) {
            return !child.isAlive();
        }
    }

    private static void signal(String signal, List<ProcessHandle> targets) {
        List<String> pids = targets.stream()
                .filter(ProcessHandle::isAlive)
                .map(target -> Long.toString(target.pid()))
                .toList();
        if (pids.isEmpty()) {
            return;
        }
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + String.join(" ", pids))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            kill.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void sleep(int millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String lastWords() {
        try {
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.ISO_8859_1)
                    .lines()
                    .toList();
            return "the end of " + log + ":\n"
                    + String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return "no log at " + log;
        }
    }

    @Override
    public String toString() {
        return name;
    }

    private static void endAll() {
        while (true) {
            Optional<Runnable> work;
            synchronized (AT_JVM_END) {
                work = Optional.ofNullable(AT_JVM_END.poll());
            }
            if (work.isEmpty()) {
                return;
            }
            try {
                work.get().run();
            } catch (RuntimeException e) {
                System.err.println("while ending test servers: " + e);
            }
        }
    }
}
