package com.couponengine.jdbc.server;

import com.couponengine.core.server.FreePorts;
import com.couponengine.core.server.GivenServer;
import com.couponengine.core.server.ServerControl;
import com.couponengine.core.server.ServerLadder;
import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.server.TempFolders;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** H2 in this JVM, or in another one. */
final class H2Launcher {
    private H2Launcher() {}

    static StartedSql climb(SqlVariant variant, List<String> options) {
        return ServerLadder.<StartedSql>of(variant.title())
                .rung("the class path", () -> start(variant, options).await())
                .climb();
    }

    private static StartedSql start(SqlVariant variant, List<String> options) throws URISyntaxException {
        ServerControl inThisJvm = new GivenServer(variant.title(), "it is part of this JVM");
        return switch (variant) {
            case H2 -> new StartedSql(variant, inThisJvm, "", 0, "sa", "", TempFolders.create("h2"));
            case H2_MEMORY -> new StartedSql(variant, inThisJvm, "", 0, "sa", "", null);
            case H2_PROCESS -> inAnotherJvm(options);
            case MARIADB, MYSQL, POSTGRESQL -> throw new IllegalArgumentException(variant + " is not H2");
        };
    }

    private static StartedSql inAnotherJvm(List<String> options) throws URISyntaxException {
        Path folder = TempFolders.create("h2");
        Path jar = Path.of(org.h2.Driver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        int port = FreePorts.next();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                jar.toString(),
                "org.h2.tools.Server",
                "-tcp",
                "-tcpPort",
                Integer.toString(port),
                "-ifNotExists",
                "-baseDir",
                folder.toString()));
        command.addAll(options);
        ServerProcess process = ServerProcess.start("h2", command, folder, Map.of());
        return new StartedSql(SqlVariant.H2_PROCESS, process, "127.0.0.1", port, "sa", "", folder);
    }
}
