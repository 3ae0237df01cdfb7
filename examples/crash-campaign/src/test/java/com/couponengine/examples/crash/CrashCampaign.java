package com.couponengine.examples.crash;

import com.couponengine.jdbc.server.SqlVariant;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Two hosts grab at full load while servers and hosts are killed, frozen, emptied and cut off; then all is checked. */
@Command(
        name = "crash-campaign",
        mixinStandardHelpOptions = true,
        description = {
            "Starts a Redis, a database and two hosts, and lets the hosts grab at full load, round after round, each with",
            "a fault in its middle: Redis or the database or a host is killed, frozen, emptied, set back or cut off.",
            "After each round, what callers were told is held against the rows, the counter and the gate.",
            "The last line is rounds=N broken=M seed=S. Exits with 1 if a round is broken, with 2 if it cannot run."
        })
public final class CrashCampaign implements Callable<Integer> {
    private final PrintStream out = System.out;

    @Option(names = "--rounds", defaultValue = "100", description = "how many (${DEFAULT-VALUE})")
    private int rounds;

    @Option(names = "--short", description = "one round of each kind of fault")
    private boolean brief;

    @Option(names = "--seed", description = "of everything left to chance; without it a new one, which is printed")
    private @Nullable Long seed;

    @Option(names = "--only-round", paramLabel = "K", description = "plays this round alone")
    private @Nullable Integer onlyRound;

    @Option(
            names = "--database",
            defaultValue = "MARIADB",
            description = "mariadb, mysql or postgresql (${DEFAULT-VALUE})")
    private SqlVariant database = SqlVariant.MARIADB;

    @Option(
            names = "--fault",
            split = ",",
            paramLabel = "KIND",
            description = "only these kinds: ${COMPLETION-CANDIDATES}")
    private List<Fault> faults = List.of(Fault.values());

    @Spec
    private @Nullable CommandSpec spec;

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new CrashCampaign()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() {
        if (database != SqlVariant.MARIADB && database != SqlVariant.MYSQL && database != SqlVariant.POSTGRESQL) {
            throw new ParameterException(spec.commandLine(), "--database: " + database + " cannot be killed here");
        }
        if (rounds < 1 || (onlyRound != null && onlyRound < 1)) {
            throw new ParameterException(spec.commandLine(), "--rounds and --only-round start at 1");
        }
        try {
            return play() == 0 ? 0 : 1;
        } catch (TestAbortedException e) {
            out.println(e.getMessage());
            return 2;
        }
    }

    private int play() {
        long chosen = seed == null ? System.nanoTime() % 1_000_000 : seed;
        int last = brief ? faults.size() : rounds;
        int[] numbers = onlyRound != null
                ? new int[] {onlyRound}
                : IntStream.rangeClosed(1, last).toArray();
        Report report = new Report(out, chosen, numbers.length, replay(chosen));
        Stage stage = rehearsed();
        try {
            report.begin(stage);
            for (int number : numbers) {
                Round.Result result = new Round(RoundPlan.of(chosen, number, faults), stage).run();
                report.add(result);
                if (!result.broken().isEmpty()) { // what it left must not break the next one
                    stage.close();
                    stage = rehearsed();
                }
            }
        } finally {
            stage.close();
        }
        return report.end();
    }

    private Stage rehearsed() {
        Stage stage = new Stage(database);
        new Round(RoundPlan.rehearsal(), stage).run();
        return stage;
    }

    private String replay(long chosen) {
        String kinds = faults.size() == Fault.values().length
                ? ""
                : " --fault "
                        + String.join(",", faults.stream().map(Fault::name).toList());
        return "--seed " + chosen + " --database " + database + kinds;
    }
}
