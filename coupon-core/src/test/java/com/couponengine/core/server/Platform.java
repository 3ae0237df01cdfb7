package com.couponengine.core.server;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What this machine is and has. */
public final class Platform {
    private Platform() {}

    /** The system and the processor as archives name them, such as {@code linux-amd64} or {@code darwin-arm64}. */
    public static String name() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
        String processor = System.getProperty("os.arch").equals("aarch64") ? "arm64" : System.getProperty("os.arch");
        return system + "-" + processor;
    }

    /** Passes on the named platform only. */
    public static void require(String name) throws ServerUnavailableException {
        if (!name().equals(name)) {
            throw new ServerUnavailableException("there are binaries for " + name + " only, this is " + name());
        }
    }

    /** Whether this JVM runs as root, as in many build containers. */
    public static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    /** The program as the shell would find it. */
    public static Path onPath(String program) throws ServerUnavailableException {
        @Nullable String path = System.getenv("PATH");
        return Stream.of((path == null ? "" : path).split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new ServerUnavailableException(program + " is not on the PATH"));
    }

    /** Whether the command can be run here and exits with 0. */
    public static boolean runs(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
