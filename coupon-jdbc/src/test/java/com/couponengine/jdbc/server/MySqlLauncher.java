package com.couponengine.jdbc.server;

import static com.couponengine.jdbc.server.StubLibrary.Symbol.function;
import static com.couponengine.jdbc.server.StubLibrary.Symbol.variable;

import com.couponengine.core.server.FreePorts;
import com.couponengine.core.server.Platform;
import com.couponengine.core.server.ServerCache;
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

/** MySQL with durable commits. */
final class MySqlLauncher {
    private static final String VERSION = "8.0.15";
    private static final String PLATFORM = "linux-amd64";
    private static final String ARCHIVE = "mysql-Linux-amd64.tar.gz";
    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(3);

    private MySqlLauncher() {}

    static StartedSql climb(boolean mayBeGiven, List<String> options) {
        String image = Objects.requireNonNullElse(ServerLadder.setting("it.mysql.image"), "mysql:8.4");
        ServerLadder<StartedSql> ladder = ServerLadder.of(SqlVariant.MYSQL.title());
        if (mayBeGiven) {
            ladder.address(url -> StartedSql.given(SqlVariant.MYSQL, url));
        }
        return ladder.container(
                        image,
                        () -> StartedSql.inContainer(
                                SqlVariant.MYSQL, image, 3306, "root", Map.of("MYSQL_ROOT_PASSWORD", "coupon")))
                .binaries(VERSION, () -> unpacked(options))
                .path("mysqld", () -> onPath(options))
                .climb();
    }

    private static StartedSql unpacked(List<String> options) throws Exception {
        Platform.require(PLATFORM);
        ServerCache.requireResource(ARCHIVE);
        Path base = ServerCache.open().folder("mysql-" + VERSION + "-" + PLATFORM, folder -> {
            Tar.unpackGzip(ARCHIVE, folder);
            writeStubs(Files.createDirectory(folder.resolve("stubs")));
        });
        return start(
                base.resolve("bin/mysqld"),
                List.of("--basedir=" + base),
                Map.of("LD_LIBRARY_PATH", base.resolve("stubs").toString()),
                options);
    }

    private static StartedSql onPath(List<String> options) throws Exception {
        Path program = Platform.onPath("mysqld");
        if (program.toRealPath().getFileName().toString().contains("maria")) {
            throw new ServerUnavailableException("the mysqld on the PATH is MariaDB");
        }
        return start(program, List.of(), Map.of(), options);
    }

    /** Stands in for two libraries that many machines do not have and that are not used with the options below. */
    private static void writeStubs(Path folder) throws IOException {
        new StubLibrary(
                        "libaio.so.1",
                        function("io_submit", "LIBAIO_0.1"),
                        function("io_setup", "LIBAIO_0.4"),
                        function("io_getevents", "LIBAIO_0.4"))
                .write(folder.resolve("libaio.so.1"));
        new StubLibrary(
                        "libnuma.so.1",
                        function("numa_available", "libnuma_1.1"),
                        function("numa_alloc_local", "libnuma_1.1"),
                        function("numa_alloc_onnode", "libnuma_1.1"),
                        function("numa_free", "libnuma_1.1"),
                        function("mbind", "libnuma_1.1"),
                        function("set_mempolicy", "libnuma_1.1"),
                        function("numa_node_of_cpu", "libnuma_1.2"),
                        variable("numa_all_nodes_ptr", "libnuma_1.2"))
                .write(folder.resolve("libnuma.so.1"));
    }

    private static StartedSql start(
            Path program, List<String> base, Map<String, String> environment, List<String> options) throws IOException {
        Path folder = TempFolders.create("my");
        List<String> common = new ArrayList<>(List.of(program.toString(), "--no-defaults"));
        common.addAll(base);
        common.add("--datadir=" + folder.resolve("data"));
        common.add("--innodb-use-native-aio=OFF");
        if (Platform.isRoot()) {
            common.add("--user=root");
        }
        List<String> install = new ArrayList<>(common);
        install.add("--initialize-insecure");
        ServerProcess.run("install", install, folder, environment, INSTALL_LIMIT);

        Path administrator = Files.writeString(folder.resolve("administrator.sql"), """
                CREATE USER IF NOT EXISTS 'root'@'127.0.0.1';
                GRANT ALL ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION;
                """);
        int port = FreePorts.next();
        List<String> command = new ArrayList<>(common);
        command.addAll(List.of(
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=" + folder.resolve("s"),
                "--mysqlx=OFF",
                "--skip-log-bin",
                "--skip-ssl",
                "--skip-name-resolve",
                "--init-file=" + administrator,
                "--max-connections=512",
                "--character-set-server=utf8mb4",
                "--innodb-flush-log-at-trx-commit=1",
                "--innodb-doublewrite=ON"));
        command.addAll(options);
        ServerProcess process = ServerProcess.start("mysql", command, folder, environment);
        return new StartedSql(SqlVariant.MYSQL, process, "127.0.0.1", port, "root", "", folder).await();
    }
}
