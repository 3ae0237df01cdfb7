package com.couponengine.examples.benchmarks;

import com.couponengine.examples.benchmarks.load.Contender;
import com.couponengine.examples.benchmarks.load.Load;
import com.couponengine.examples.benchmarks.load.Measurement;
import com.couponengine.jdbc.server.SqlVariant;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares the engine with other ways to do the same, on the same servers, in one run. */
@Command(
        name = "benchmarks",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Compares the engine with other ways to do the same. Starts Redis and the databases by itself; all contenders",
            "run on the same servers, with the same durability and pools, in rounds that alternate between them."
        })
public final class Benchmarks implements Callable<Integer> {
    private final PrintStream out = System.out;

    @Option(
            names = "--databases",
            split = ",",
            defaultValue = "MARIADB,POSTGRESQL",
            description = "any of MARIADB, MYSQL, POSTGRESQL (${DEFAULT-VALUE})")
    private List<SqlVariant> databases = List.of();

    @Option(
            names = "--benchmarks",
            split = ",",
            defaultValue = "gate,grab,redeem",
            description = "any of gate, grab, redeem (${DEFAULT-VALUE})")
    private List<String> benchmarks = List.of();

    @Option(
            names = "--callers",
            split = ",",
            defaultValue = "1,64,256,1024",
            description = "callers at once (${DEFAULT-VALUE})")
    private List<Integer> callers = List.of();

    @Option(names = "--rounds", defaultValue = "3", description = "rounds of each comparison (${DEFAULT-VALUE})")
    private int rounds;

    @Option(names = "--seconds", defaultValue = "3", description = "measured in each round (${DEFAULT-VALUE})")
    private double seconds;

    @Option(names = "--warm-up", defaultValue = "1.5", description = "seconds before each of them (${DEFAULT-VALUE})")
    private double warmUp;

    /** How long a contender runs once, at first, in seconds. */
    private double runInSeconds = 5;

    @Option(names = "--only", split = ",", description = "only contenders whose name contains one of these")
    private List<String> only = List.of();

    @Option(names = "--short", description = "MariaDB, 64 and 1024 callers, one short round: under two minutes")
    private boolean brief;

    @Option(names = "--json", paramLabel = "FILE", description = "also write one object a line there")
    private @Nullable Path json;

    private final AtomicLong numbers = new AtomicLong(1);

    public static void main(String[] args) {
        System.exit(new CommandLine(new Benchmarks())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (brief) {
            databases = List.of(SqlVariant.MARIADB);
            callers = List.of(64, 1024);
            rounds = 1;
            seconds = 1.2;
            warmUp = 0.7;
            runInSeconds = 1.5;
        }
        if (json != null) {
            Files.deleteIfExists(json);
        }
        for (SqlVariant database : databases) {
            try (Servers servers = new Servers(database);
                    Contenders contenders = new Contenders(servers)) {
                out.printf("%n%s; Redis %s%n", servers.sql, servers.redis);
                if (database == databases.get(0)) {
                    List<Contender> gates = contenders.gates;
                    compare(
                            "gate",
                            database,
                            brief ? gates.subList(gates.size() - 1, gates.size()) : gates,
                            List.of(1));
                }
                compare("grab", database, contenders.grabs, callers);
                compare("redeem", database, contenders.redeems, callers);
            }
        }
        return 0;
    }

    private List<Contender> chosen(List<Contender> all) {
        return all.stream()
                .filter(contender -> only.isEmpty() || only.stream().anyMatch(contender.name()::contains))
                .toList();
    }

    private void compare(String benchmark, SqlVariant database, List<Contender> all, List<Integer> counts)
            throws Exception {
        List<Contender> contenders = chosen(all);
        if (contenders.isEmpty() || !benchmarks.contains(benchmark)) {
            return;
        }
        runIn(benchmark, contenders, 64, runInSeconds);
        for (int count : counts) {
            if (count == 1) { // what runs once for a whole batch has not run often yet
                runIn(benchmark, contenders, 1, 3 * runInSeconds);
            }
            Progress progress = new Progress(out, benchmark + ", " + count + " callers", rounds * contenders.size());
            List<List<Measurement>> measured = new ArrayList<>();
            contenders.forEach(contender -> measured.add(new ArrayList<>()));
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < contenders.size(); i++) {
                order.add(i);
            }
            for (int round = 0; round < rounds; round++) {
                for (int i : order) {
                    measured.get(i).add(run(contenders.get(i), count, millis(seconds)));
                    progress.step();
                }
                Collections.rotate(order, 1);
            }
            List<Result> results = new ArrayList<>();
            for (int i = 0; i < contenders.size(); i++) {
                results.add(new Result(contenders.get(i).name(), count, measured.get(i)));
            }
            Report report = new Report(benchmark, database.title().toLowerCase(Locale.ROOT), count, results);
            report.print(out);
            if (json != null) {
                report.append(json);
            }
        }
    }

    /** Code that was never run is slow, whoever wrote it. */
    private void runIn(String benchmark, List<Contender> contenders, int count, double time) throws Exception {
        Progress progress = new Progress(out, benchmark + ", running in", contenders.size());
        for (Contender contender : contenders) {
            run(contender, count, millis(time));
            progress.step();
        }
    }

    private Measurement run(Contender contender, int count, Duration counted) throws Exception {
        contender.prepare();
        return Load.run(contender, count, numbers, millis(warmUp), counted);
    }

    private static Duration millis(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1_000));
    }
}
