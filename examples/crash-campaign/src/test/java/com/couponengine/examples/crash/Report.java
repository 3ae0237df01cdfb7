package com.couponengine.examples.crash;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Tells how the campaign goes, in lines for people, and last in one for scripts. */
final class Report {
    private final PrintStream out;
    private final long seed;
    private final int rounds;
    private final String replay;
    private final List<Round.Result> results = new ArrayList<>();

    /**
     * @param rounds how many there will be
     * @param replay the options that play one round again, but for its number
     */
    Report(PrintStream out, long seed, int rounds, String replay) {
        this.out = out;
        this.seed = seed;
        this.rounds = rounds;
        this.replay = replay;
    }

    void begin(Stage stage) {
        out.printf("%s, seed %d%n%n", stage, seed);
        out.printf(
                "%9s  %-34s %7s %6s %6s %6s %8s %6s %8s%n",
                "round", "fault", "moment", "total", "users", "limit", "granted", "s", "left");
    }

    void add(Round.Result result) {
        results.add(result);
        RoundPlan plan = result.plan();
        double each =
                results.stream().mapToDouble(Round.Result::seconds).average().orElse(0);
        out.printf(
                "%9s  %-34s %6.0f%% %6d %6d %6d %8d %6.1f %6.0f s  %s%n",
                results.size() + "/" + rounds,
                plan.fault().title(),
                100 * plan.moment(),
                plan.total(),
                plan.users(),
                plan.perUserLimit(),
                result.granted(),
                result.seconds(),
                each * (rounds - results.size()),
                result.broken().isEmpty() ? "ok" : "BROKEN");
        result.broken().forEach(what -> out.println("           BROKEN " + what));
        if (!result.broken().isEmpty()) {
            out.println("           again: " + replay + " --only-round " + plan.number());
        }
    }

    /** The table by kinds, and the line for scripts. */
    int end() {
        out.printf("%n%-34s %7s %7s %9s %7s %8s%n", "fault", "rounds", "broken", "granted", "looks", "s/round");
        for (Fault fault : Fault.values()) {
            List<Round.Result> of = results.stream()
                    .filter(result -> result.plan().fault() == fault)
                    .toList();
            if (!of.isEmpty()) {
                out.printf(
                        "%-34s %7d %7d %9d %7d %8.1f%n",
                        fault.title(),
                        of.size(),
                        broken(of),
                        of.stream().mapToInt(Round.Result::granted).sum(),
                        of.stream().mapToLong(Round.Result::looks).sum(),
                        of.stream().mapToDouble(Round.Result::seconds).average().orElse(0));
            }
        }
        int broken = broken(results);
        out.printf("%nrounds=%d broken=%d seed=%d%n", results.size(), broken, seed);
        return broken;
    }

    private static int broken(List<Round.Result> results) {
        return (int)
                results.stream().filter(result -> !result.broken().isEmpty()).count();
    }
}
