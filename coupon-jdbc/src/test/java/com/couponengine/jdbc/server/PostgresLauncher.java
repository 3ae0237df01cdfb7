package com.couponengine.jdbc.server;

import com.couponengine.core.server.FreePorts;
import com.couponengine.core.server.Platform;
import com.couponengine.core.server.ServerCache;
import com.couponengine.core.server.ServerControl;
import com.couponengine.core.server.ServerLadder;
import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.server.ServerUnavailableException;
import com.couponengine.core.server.TempFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * PostgreSQL with durable commits. It refuses to run as root; a root of a build container becomes nobody for it, in a
 * user namespace or, where those are forbidden, by changing the user.
 */
final class PostgresLauncher {
    private static final String VERSION = "18.6";
    private static final String PLATFORM = "linux-amd64";
    private static final String ARCHIVE = "postgres-linux-x86_64.txz";
    private static final String ADMIN = "postgres";
    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(2);
    private static final List<String> OWN_NAMESPACE = List.of("unshare", "-U");
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    private PostgresLauncher() {}

    static StartedSql climb(boolean mayBeGiven, List<String> options) {
        String image = Objects.requireNonNullElse(ServerLadder.setting("it.postgresql.image"), "postgres:18");
        ServerLadder<StartedSql> ladder = ServerLadder.of(SqlVariant.POSTGRESQL.title());
        if (mayBeGiven) {
            ladder.address(url -> StartedSql.given(SqlVariant.POSTGRESQL, url));
        }
        return ladder.container(
                        image,
                        () -> StartedSql.inContainer(
                                SqlVariant.POSTGRESQL, image, 5432, ADMIN, Map.of("POSTGRES_PASSWORD", "coupon")))
                .binaries(VERSION, () -> unpacked(options))
                .path("postgres", () -> onPath(options))
                .climb();
    }

    private static StartedSql unpacked(List<String> options) throws Exception {
        Platform.require(PLATFORM);
        ServerCache.requireResource(ARCHIVE);
        Path folder = TempFolders.create("pg");
        List<String> prefix = prefix(folder);
        Path base;
        if (prefix.equals(AS_NOBODY)) {
            // Nobody may not look into root's cache.
            base = folder.resolve("programs");
            Tar.unpackXz(ARCHIVE, base);
        } else {
            base = ServerCache.open()
                    .folder("postgresql-" + VERSION + "-" + PLATFORM, empty -> Tar.unpackXz(ARCHIVE, empty));
        }
        return start(base.resolve("bin"), folder, prefix, options);
    }

    private static StartedSql onPath(List<String> options) throws Exception {
        Path programs = Platform.onPath("postgres").toRealPath().getParent();
        if (!Files.isExecutable(programs.resolve("initdb"))) {
            throw new ServerUnavailableException("there is no initdb in " + programs);
        }
        Path folder = TempFolders.create("pg");
        return start(programs, folder, prefix(folder), options);
    }

    private static StartedSql start(Path programs, Path folder, List<String> prefix, List<String> options) {
        Path data = folder.resolve("data");
        List<String> install = new ArrayList<>(prefix);
        install.addAll(List.of(
                programs.resolve("initdb").toString(),
                "--pgdata=" + data,
                "--username=" + ADMIN,
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync"));
        ServerProcess.run("install", install, folder, Map.of(), INSTALL_LIMIT);

        int port = FreePorts.next();
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(programs.resolve("postgres").toString(), "-D", data.toString()));
        for (String setting : List.of(
                "port=" + port,
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=" + folder,
                "max_connections=300",
                "dynamic_shared_memory_type=mmap",
                "fsync=on",
                "synchronous_commit=on",
                "full_page_writes=on")) {
            command.addAll(List.of("-c", setting));
        }
        command.addAll(options);
        ServerProcess process = ServerProcess.start("postgresql", command, folder, Map.of(), "QUIT");
        return new StartedSql(SqlVariant.POSTGRESQL, new Tidy(process, data), "127.0.0.1", port, ADMIN, "", folder)
                .await();
    }

    private static List<String> prefix(Path folder) throws ServerUnavailableException {
        if (!Platform.isRoot()) {
            return List.of();
        }
        if (Platform.runs("unshare", "-U", "true")) {
            return OWN_NAMESPACE;
        }
        List<String> trial = new ArrayList<>(AS_NOBODY);
        trial.add("true");
        if (Platform.runs(trial.toArray(new String[0])) && Platform.runs("chown", "65534", folder.toString())) {
            return AS_NOBODY;
        }
        throw new ServerUnavailableException("it does not run as root, and neither unshare nor setpriv helps");
    }

    /**
     * A server that was killed leaves a scrap of shared memory behind, which its next start would remove; when there is
     * no next start, this does.
     */
    private record Tidy(ServerProcess process, Path data) implements ServerControl {
        private static final int SHARED_MEMORY_LINE = 6;

        @Override
        public void killNine() {
            process.killNine();
        }

        @Override
        public void restart() {
            process.restart();
        }

        @Override
        public void pause() {
            process.pause();
        }

        @Override
        public void resume() {
            process.resume();
        }

        @Override
        public boolean isAlive() {
            return process.isAlive();
        }

        @Override
        public String lastWords() {
            return process.lastWords();
        }

        @Override
        public void close() {
            process.close();
            try {
                Path note = data.resolve("postmaster.pid");
                if (Files.exists(note)) {
                    String[] keyAndId = Files.readAllLines(note)
                            .get(SHARED_MEMORY_LINE)
                            .strip()
                            .split("\\s+", -1);
                    Platform.runs("ipcrm", "-m", keyAndId[1]);
                }
            } catch (IOException | IndexOutOfBoundsException e) {
                // It died before it had any.
            }
        }

        @Override
        public String toString() {
            return process.toString();
        }
    }
}
