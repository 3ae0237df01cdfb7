package com.couponengine.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ServerFilesTest {
    @TempDir
    private Path root;

    @Test
    void aServerIsUnpackedOnceByManyThreads() {
        ServerCache cache = new ServerCache(root);
        AtomicInteger unpackings = new AtomicInteger();
        List<CompletableFuture<Path>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(CompletableFuture.supplyAsync(() -> unpack(cache, unpackings)));
        }
        assertThat(all.stream().map(CompletableFuture::join)).containsOnly(root.resolve("probe-1"));
        assertThat(unpackings).hasValue(1);
    }

    @Test
    void anUnpackingThatBrokeOffIsDoneAgainFromTheBeginning() throws Exception {
        ServerCache cache = new ServerCache(root);
        assertThatThrownBy(() -> cache.folder("probe-1", folder -> {
                    Files.writeString(folder.resolve("half"), "");
                    throw new IOException("disk full");
                }))
                .hasMessage("disk full");
        Path folder = cache.folder("probe-1", empty -> {
            assertThat(empty).isEmptyDirectory();
            Files.writeString(empty.resolve("whole"), "");
        });
        assertThat(folder.resolve("whole")).exists();
        assertThat(folder.resolve("half")).doesNotExist();
    }

    @Test
    void twoJvmsThatUnpackAtOnceDoItOneAfterTheOther() throws Exception {
        List<Process> jvms = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            jvms.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            Unpacking.class.getName(),
                            root.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(root.resolve("jvm-" + i + ".log").toFile())
                    .start());
        }
        for (Process jvm : jvms) {
            assertThat(jvm.waitFor()).isZero();
        }
        assertThat(Files.readAllLines(root.resolve("unpackings"))).hasSize(1);
    }

    /** Unpacks slowly enough for another JVM to come. */
    static final class Unpacking {
        public static void main(String[] args) throws Exception {
            Path root = Path.of(args[0]);
            Files.writeString(root.resolve("here-" + ProcessHandle.current().pid()), "");
            while (arrived(root) < 2) {
                Thread.onSpinWait();
            }
            new ServerCache(root).folder("probe-1", folder -> {
                Files.writeString(
                        root.resolve("unpackings"),
                        "unpacked\n",
                        StandardCharsets.UTF_8,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            });
        }
    }

    private static long arrived(Path root) throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            return files.filter(file -> file.toString().contains("here-")).count();
        }
    }

    @Test
    void anArchiveMayNotWriteOutsideItsFolder() {
        assertThatThrownBy(() -> ServerCache.inside(root, "../elsewhere")).isInstanceOf(IOException.class);
    }

    @Test
    void aFolderFromAJarIsCopiedWithoutTheRest() throws Exception {
        String marker = "org/opentest4j/TestAbortedException.class";
        ServerCache.copyFolder(marker, "org/opentest4j/", root);
        assertThat(root.resolve("TestAbortedException.class")).isNotEmptyFile();
        assertThat(root.resolve("META-INF")).doesNotExist();
    }

    @Test
    void aTemporaryFolderHasAShortNameAndGoesAwayWithAllThatIsInIt() throws Exception {
        Path folder = TempFolders.create("t");
        Files.createDirectories(folder.resolve("a/b"));
        Files.writeString(folder.resolve("a/b/c"), "");
        Path outside = Files.writeString(root.resolve("outside"), "kept");
        Files.createSymbolicLink(folder.resolve("link"), root);

        assertThat(folder.resolve("s").toString().length()).isLessThan(100);
        TempFolders.delete(folder);
        TempFolders.delete(folder);

        assertThat(folder).doesNotExist();
        assertThat(outside).hasContent("kept");
    }

    @Test
    void portsAreFreeAndGivenOnce() {
        Set<Integer> ports = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            int port = FreePorts.next(10_000);
            assertThat(ports.add(port)).isTrue();
            assertThat(port).isLessThan(32_768);
            bind(port);
            bind(port + 10_000);
        }
    }

    private static void bind(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new UncheckedIOException("port " + port, e);
        }
    }

    private static Path unpack(ServerCache cache, AtomicInteger unpackings) {
        try {
            return cache.folder("probe-1", folder -> unpackings.incrementAndGet());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
