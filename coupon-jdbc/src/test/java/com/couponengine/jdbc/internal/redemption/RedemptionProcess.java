package com.couponengine.jdbc.internal.redemption;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.server.TempFolders;
import com.couponengine.jdbc.Durability;
import com.couponengine.jdbc.JdbcCouponRepository;
import com.couponengine.jdbc.server.SqlDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A host that leads coupons through their lives, in a JVM of its own, which can be killed at any moment. */
final class RedemptionProcess implements AutoCloseable {
    private static final String NAME = "redemption";
    private static final Duration HANGING = Duration.ofMinutes(3);

    private final Path folder = TempFolders.create(NAME);
    private final ServerProcess process;

    /** @param from the step that it begins with */
    RedemptionProcess(SqlDatabase at, List<CouponCode> codes, int from) throws IOException {
        Path file = folder.resolve("codes");
        Files.write(file, codes.stream().map(CouponCode::toString).toList(), StandardCharsets.US_ASCII);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = List.of(
                java,
                "-Xmx256m",
                "-cp",
                classPath,
                RedemptionProcess.class.getName(),
                at.url(),
                at.user(),
                at.password(),
                file.toString(),
                Integer.toString(from));
        process = ServerProcess.start(NAME, command, folder, Map.of());
    }

    /** Waits until so many steps were answered, or all are, and kills it wherever it is then. */
    void killAfter(int steps) {
        process.await(steps + " steps", HANGING, () -> answered() >= steps || !process.isAlive());
        process.killNine();
    }

    /** How many steps were answered as they must be. */
    int answered() {
        return (int) lines("done ");
    }

    /** How many were not. */
    int wrong() {
        return (int) lines("wrong ");
    }

    private long lines(String start) {
        try {
            String log = Files.readString(folder.resolve(NAME + ".log"), StandardCharsets.UTF_8);
            return log.lines().filter(line -> line.startsWith(start)).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.close();
        TempFolders.delete(folder);
    }

    /** Arguments: the database's address, user and password, the file of the codes, the first step. */
    public static void main(String[] args) throws IOException {
        List<CouponCode> codes = Files.readAllLines(Path.of(args[3]), StandardCharsets.US_ASCII).stream()
                .map(CouponCode::parse)
                .toList();
        List<CouponLives.Step> steps = CouponLives.steps(codes);
        try (JdbcCouponRepository repository = repository(new SqlDatabase(null, args[0], args[1], args[2]))) {
            for (CouponLives.Step step : steps.subList(Integer.parseInt(args[4]), steps.size())) {
                RedemptionResult result = step.run(repository);
                System.out.println((step.isAnswer(result) ? "done " : "wrong ") + step + ": " + result);
            }
        }
    }

    static JdbcCouponRepository repository(SqlDatabase at) {
        return JdbcCouponRepository.builder()
                .database(at.url(), at.user(), at.password())
                .durability(Durability.REFUSE)
                .callLimit(Duration.ofSeconds(3))
                .lockWaitLimit(Duration.ofSeconds(1))
                .connectionWaitLimit(Duration.ofSeconds(1))
                .poolSizeMax(2)
                .open();
    }
}
