package com.couponengine.core.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Short-named temporary folders: the path of a Unix socket may have 107 bytes. They are removed when the JVM ends;
 * those of a JVM that was killed are removed by a later one.
 */
public final class TempFolders {
    private static final String PREFIX = "ce-";
    private static final Duration ABANDONED_AFTER = Duration.ofHours(6);
    private static final Set<Path> CREATED = ConcurrentHashMap.newKeySet();

    static {
        removeAbandoned();
        ServerProcess.atJvmEnd(TempFolders::removeCreated);
    }

    private TempFolders() {}

    /**
     * Makes a new empty folder.
     *
     * @param hint two or three letters that say what the folder is for
     */
    public static Path create(String hint) {
        try {
            Path folder =
                    Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-" + hint);
            CREATED.add(folder);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a folder and all that is in it; one that is not there is no error. Links are removed, not followed. */
    public static void delete(Path folder) {
        for (int attempt = 1; ; attempt++) {
            try {
                deleteOnce(folder);
                CREATED.remove(folder);
                return;
            } catch (IOException e) {
                // A server that is just dying may still write a file into a folder that was empty a moment ago.
                if (attempt == 5) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static void deleteOnce(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void removeCreated() {
        Set.copyOf(CREATED).forEach(TempFolders::delete);
    }

    private static void removeAbandoned() {
        Path root = Path.of(System.getProperty("java.io.tmpdir"));
        Instant limit = Instant.now().minus(ABANDONED_AFTER);
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(root, PREFIX + "*-*")) {
            for (Path folder : folders) {
                String pid = folder.getFileName().toString().split("-", 3)[1];
                boolean dead = pid.matches("\\d{1,9}")
                        && ProcessHandle.of(Long.parseLong(pid)).isEmpty();
                if (dead && Files.getLastModifiedTime(folder).toInstant().isBefore(limit)) {
                    delete(folder);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // Another JVM or another user owns it; tidying up is a courtesy.
        }
    }
}
