package com.couponengine.stats.server;

import com.couponengine.core.server.Platform;
import com.couponengine.core.server.ServerCache;
import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.server.ServerUnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The ClickHouse engine as a shared library: Maven Central has none, npm has. It is fetched once (178 MB, 569 MB when
 * unpacked) and kept in the {@link ServerCache}.
 */
final class ClickHouseEngine {
    static final String VERSION = "26.7.3-stable.1";
    private static final Duration FETCH_LIMIT = Duration.ofMinutes(10);

    private ClickHouseEngine() {}

    /**
     * The library, fetched now unless that was done before.
     *
     * @throws ServerUnavailableException when there is none for this platform, or npm is not there or cannot get it
     */
    static Path library() throws Exception {
        String npmPackage = "@chdb/lib-" + platform();
        Path folder = ServerCache.open()
                .folder(
                        "clickhouse-" + VERSION + "-" + platform(),
                        emptyFolder -> npmInstall(npmPackage + "@" + VERSION, emptyFolder));
        return folder.resolve("node_modules").resolve(npmPackage).resolve("libchdb.so");
    }

    /** There are two, and only with glibc; npm itself refuses them where that is missing. */
    private static String platform() throws ServerUnavailableException {
        return switch (Platform.name()) {
            case "linux-amd64" -> "linux-x64-gnu";
            case "linux-arm64" -> "linux-arm64-gnu";
            default -> throw new ServerUnavailableException("no engine for " + Platform.name());
        };
    }

    /** Runs no script of the package: the library is all that is wanted. */
    private static void npmInstall(String npmPackage, Path folder) throws ServerUnavailableException {
        Path npm = Platform.onPath("npm");
        System.out.println("SERVER ClickHouse: fetching " + npmPackage + " from npm, once");
        try {
            ServerProcess.run(
                    "npm",
                    List.of(
                            npm.toString(),
                            "install",
                            "--prefix=" + folder,
                            "--ignore-scripts",
                            "--no-save",
                            "--no-package-lock",
                            "--no-audit",
                            "--no-fund",
                            "--no-update-notifier",
                            "--fetch-retries=1",
                            npmPackage),
                    folder,
                    Map.of(),
                    FETCH_LIMIT);
        } catch (IllegalStateException e) {
            throw new ServerUnavailableException("npm cannot install " + npmPackage + ": " + complaint(e.getMessage()));
        }
    }

    private static String complaint(String output) {
        return output.lines()
                .filter(line -> line.startsWith("npm ERR") || line.startsWith("npm error"))
                .limit(2)
                .collect(Collectors.joining(" / "));
    }
}
