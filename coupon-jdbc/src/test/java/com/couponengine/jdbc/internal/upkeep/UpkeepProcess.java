package com.couponengine.jdbc.internal.upkeep;

import com.couponengine.core.discount.LineScope;
import com.couponengine.core.redemption.RedemptionRules;
import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.server.TempFolders;
import com.couponengine.core.upkeep.Upkeep;
import com.couponengine.jdbc.Durability;
import com.couponengine.jdbc.JdbcCouponRepository;
import com.couponengine.jdbc.server.SqlDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A host that sweeps and archives everything, in a JVM of its own, which can be killed at any moment. */
final class UpkeepProcess implements AutoCloseable {
    private static final String NAME = "upkeep";
    private static final Duration HANGING = Duration.ofMinutes(3);

    private final Path folder = TempFolders.create(NAME);
    private final ServerProcess process;

    UpkeepProcess(SqlDatabase at) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = List.of(
                java, "-Xmx256m", "-cp", classPath, UpkeepProcess.class.getName(), at.url(), at.user(), at.password());
        process = ServerProcess.start(NAME, command, folder, Map.of());
    }

    /** Waits until so many transactions have been committed, or all is done, and kills it wherever it is then. */
    void killAfter(int transactions) {
        process.await(transactions + " transactions", HANGING, () -> progress() >= transactions || !process.isAlive());
        process.killNine();
    }

    private long progress() {
        try {
            String log = Files.readString(folder.resolve(NAME + ".log"), StandardCharsets.UTF_8);
            return log.lines().filter(line -> line.startsWith("done ")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.close();
        TempFolders.delete(folder);
    }

    /** Arguments: the database's address, user and password. */
    public static void main(String[] args) {
        try (JdbcCouponRepository repository = repository(new SqlDatabase(null, args[0], args[1], args[2]))) {
            all(repository);
        }
    }

    static JdbcCouponRepository repository(SqlDatabase at) {
        return JdbcCouponRepository.builder()
                .database(at.url(), at.user(), at.password())
                .durability(Durability.REFUSE)
                .callLimit(Duration.ofSeconds(60))
                .lockWaitLimit(Duration.ofSeconds(30))
                .connectionWaitLimit(Duration.ofSeconds(30))
                .poolSizeMax(2)
                .open();
    }

    /** Sweeps and archives until nothing is left; answers how many coupons were moved. */
    static long all(JdbcCouponRepository repository) {
        Upkeep upkeep = new Upkeep(repository, new RedemptionRules(LineScope.WHOLE_ORDER));
        upkeep.sweep(count -> System.out.println("done " + count));
        return upkeep.archive(Instant.now(), count -> System.out.println("done " + count));
    }
}
