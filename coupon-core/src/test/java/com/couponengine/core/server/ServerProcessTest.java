package com.couponengine.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launchers use a Unix shell")
@Timeout(60)
class ServerProcessTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @Test
    void aServerThatDiesAtItsStartShowsTheEndOfItsLog() {
        try (ServerProcess server = shell("echo no disk left; exit 3")) {
            assertThatThrownBy(() -> server.awaitPort(1, SOON))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("died")
                    .hasMessageContaining("no disk left");
        }
    }

    @Test
    void aServerThatIsNotReadyInTimeShowsTheLastReason() {
        try (ServerProcess server = shell("echo I am here; exec sleep 100")) {
            assertThatThrownBy(() -> server.await("answer", Duration.ofMillis(300), () -> {
                        throw new IllegalArgumentException("not yet");
                    }))
                    .hasMessageContaining("no answer within PT0.3S")
                    .hasMessageContaining("I am here")
                    .hasRootCauseMessage("not yet");
        }
    }

    @Test
    void killNineTakesTheChildrenAlongAndRestartRunsTheSameCommandAgain() throws Exception {
        try (ServerProcess server = shell("sleep 100 & echo $! >> children; wait")) {
            ProcessHandle child = childOf(server);
            long first = server.pid();

            server.killNine();
            assertThat(server.isAlive()).isFalse();
            assertThat(isGone(child)).isTrue();

            server.restart();
            assertThat(server.isAlive()).isTrue();
            assertThat(server.pid()).isNotEqualTo(first);
        }
    }

    @Test
    void aPausedServerAndItsChildrenStandStillUntilResumed() throws Exception {
        try (ServerProcess server =
                shell("(while :; do echo x >> beats; sleep 0.01; done) & echo $! >> children; wait")) {
            ProcessHandle child = childOf(server);
            Path beats = folder.resolve("beats");
            await().atMost(SOON).until(() -> Files.exists(beats));

            server.pause();
            await().atMost(SOON).until(() -> isStopped(server.pid()) && isStopped(child.pid()));
            long standing = Files.size(beats);
            await().during(Duration.ofMillis(200)).atMost(SOON).until(() -> Files.size(beats) == standing);

            server.resume();
            await().atMost(SOON).until(() -> Files.size(beats) > standing);
        }
    }

    @Test
    void aPausedServerCanBeKilled() {
        try (ServerProcess server = shell("exec sleep 100")) {
            server.pause();
            server.killNine();
            assertThat(server.isAlive()).isFalse();
        }
    }

    @Test
    void theServerEndsWithItsJvmAlsoWhenThatIsKilled() throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Host.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("host.log").toFile())
                .start();
        try {
            Path pidFile = folder.resolve("server.pid");
            await().atMost(SOON).until(() -> Files.exists(pidFile));
            ProcessHandle server = ProcessHandle.of(Long.parseLong(Files.readString(pidFile, StandardCharsets.UTF_8)))
                    .orElseThrow();
            assertThat(server.isAlive()).isTrue();

            jvm.destroyForcibly().waitFor();

            await().atMost(SOON).until(() -> isGone(server));
        } finally {
            jvm.destroyForcibly();
        }
    }

    /** A JVM that starts a server and waits to be killed. */
    static final class Host {
        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[0]);
            ServerProcess server = ServerProcess.start("orphan", List.of("sleep", "100"), folder, Map.of());
            Path written = Files.writeString(folder.resolve("server.tmp"), Long.toString(server.pid()));
            Files.move(written, folder.resolve("server.pid"));
            Thread.currentThread().join();
        }
    }

    private ServerProcess shell(String script) {
        return ServerProcess.start("shell", List.of("sh", "-c", script), folder, Map.of());
    }

    private ProcessHandle childOf(ServerProcess server) {
        Path children = folder.resolve("children");
        await().atMost(SOON).until(() -> Files.exists(children) && Files.size(children) > 1);
        return ProcessHandle.of(server.pid())
                .orElseThrow()
                .children()
                .findFirst()
                .orElseThrow();
    }

    /** An orphan is a zombie until process 1 finds the time to reap it. */
    private static boolean isGone(ProcessHandle process) throws Exception {
        Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
        try {
            return !process.isAlive() || Files.readString(stat).contains(") Z ");
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    private static boolean isStopped(long pid) throws Exception {
        return Files.readString(Path.of("/proc", Long.toString(pid), "stat")).contains(") T ");
    }
}
