package com.couponengine.core.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Where server binaries are unpacked once and kept: {@code ~/.cache/coupon-engine/servers}, or the folder named by
 * {@code it.cache}. A folder is used only when its done-marker is there; two JVMs that want the same one wait for each
 * other on a lock file.
 */
public final class ServerCache {
    private static final String DONE = ".done";

    private final Path root;

    ServerCache(Path root) {
        this.root = root.toAbsolutePath();
    }

    /** The cache of this machine's user. */
    public static ServerCache open() {
        @Nullable String named = ServerLadder.setting("it.cache");
        return new ServerCache(
                named != null
                        ? Path.of(named)
                        : Path.of(System.getProperty("user.home"), ".cache", "coupon-engine", "servers"));
    }

    /**
     * The folder of a server, unpacked now unless that was done before.
     *
     * @param key names the server, its version and the platform
     * @param unpacker fills the folder when it has not been filled yet
     * @return the filled folder; treat it as read-only
     */
    public Path folder(String key, Unpacker unpacker) throws Exception {
        Path folder = root.resolve(key);
        if (Files.exists(folder.resolve(DONE))) {
            return folder;
        }
        Files.createDirectories(root);
        // The file lock keeps other JVMs out, the monitor the other threads of this one.
        synchronized (ServerCache.class) {
            try (FileChannel channel = FileChannel.open(
                            root.resolve(key + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && !Files.exists(folder.resolve(DONE))) {
                    TempFolders.delete(folder);
                    Files.createDirectories(folder);
                    unpacker.unpackInto(folder);
                    Files.createFile(folder.resolve(DONE));
                }
            }
        }
        return folder;
    }

    /** Copies one resource of the class path into a file that may be executed. */
    public static void copyProgram(String resource, Path file) throws IOException {
        try (InputStream in = resource(resource).openStream()) {
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
        makeExecutable(file);
    }

    /**
     * Copies a folder out of the jar that has it.
     *
     * @param marker a resource in that jar
     * @param prefix the folder's path in the jar, ending in a slash; left off in the copies
     */
    public static void copyFolder(String marker, String prefix, Path target) throws IOException {
        JarURLConnection connection = (JarURLConnection) resource(marker).openConnection();
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                if (entry.isDirectory() || !entry.getName().startsWith(prefix)) {
                    continue;
                }
                Path file = inside(target, entry.getName().substring(prefix.length()));
                Files.createDirectories(file.getParent());
                try (InputStream in = jar.getInputStream(entry)) {
                    Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    /** Resolves a path of an archive and refuses one that leads out of the folder. */
    public static Path inside(Path folder, String path) throws IOException {
        Path file = folder.resolve(path).normalize();
        if (!file.startsWith(folder)) {
            throw new IOException("the archive's " + path + " leads out of " + folder);
        }
        return file;
    }

    /** Lets everybody execute the file. */
    public static void makeExecutable(Path file) {
        if (!file.toFile().setExecutable(true, false)) {
            throw new UncheckedIOException(new IOException("cannot make executable: " + file));
        }
    }

    /**
     * Asks for a resource without reading it.
     *
     * @throws ServerUnavailableException when no jar of the class path has the resource
     */
    public static void requireResource(String resource) throws ServerUnavailableException {
        if (ServerCache.class.getClassLoader().getResource(resource) == null) {
            throw new ServerUnavailableException(resource + " is not on the class path");
        }
    }

    private static URL resource(String name) throws IOException {
        @Nullable URL url = ServerCache.class.getClassLoader().getResource(name);
        if (url == null) {
            throw new IOException(name + " is not on the class path");
        }
        return url;
    }

    /** Fills an empty folder. */
    @FunctionalInterface
    public interface Unpacker {
        void unpackInto(Path emptyFolder) throws Exception;
    }
}
