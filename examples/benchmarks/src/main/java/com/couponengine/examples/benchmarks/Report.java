package com.couponengine.examples.benchmarks;

import com.couponengine.examples.benchmarks.load.Measurement;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Results of one benchmark on one database at one number of callers, as a table and as lines of JSON. */
record Report(String benchmark, String database, int callers, List<Result> results) {
    private static final String ARTICLE = "article";
    private static final String CEILING = "ceiling";

    void print(PrintStream out) {
        Result article = named(ARTICLE);
        Result ceiling = named(CEILING);
        out.printf(
                "%n%s on %s, %,d callers, medians of %d rounds%n",
                benchmark, database, callers, results.get(0).rounds().size());
        out.printf(
                "  %-28s %10s %9s %9s %9s %9s %9s %10s   %s%n",
                "contender",
                "ops/s",
                "p50 ms",
                "p99 ms",
                "host us",
                "server us",
                "x article",
                "of ceiling",
                "x article, each round");
        for (Result result : results) {
            out.printf(
                    Locale.ROOT,
                    "  %-28s %,10.0f %9.2f %9.2f %9.1f %9.1f %9s %10s   %s%n",
                    result.contender(),
                    result.opsPerSecond(),
                    result.median(Measurement::p50Millis),
                    result.median(Measurement::p99Millis),
                    result.median(Measurement::hostCpuMicros),
                    result.median(Measurement::serverCpuMicros),
                    article == null ? "" : number(result.ratioTo(article)),
                    ceiling == null ? "" : number(result.ratioTo(ceiling)),
                    article == null
                            ? ""
                            : Arrays.stream(result.ratios(article))
                                    .mapToObj(Report::number)
                                    .collect(Collectors.joining(" ")));
        }
    }

    void append(Path file) throws IOException {
        StringBuilder lines = new StringBuilder();
        Result article = named(ARTICLE);
        Result ceiling = named(CEILING);
        for (Result result : results) {
            lines.append(
                    ("{\"benchmark\":\"%s\",\"contender\":\"%s\",\"database\":\"%s\",\"callers\":%d,\"ops_per_s\":%s,"
                                    + "\"p50_ms\":%s,\"p99_ms\":%s,\"ratio_to_article\":%s,\"ratio_to_ceiling\":%s}%n")
                            .formatted(
                                    benchmark,
                                    result.contender(),
                                    database,
                                    callers,
                                    number(result.opsPerSecond()),
                                    number(result.median(Measurement::p50Millis)),
                                    number(result.median(Measurement::p99Millis)),
                                    article == null ? "null" : number(result.ratioTo(article)),
                                    ceiling == null ? "null" : number(result.ratioTo(ceiling))));
        }
        Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private @Nullable Result named(String part) {
        return results.stream()
                .filter(result -> result.contender().contains(part))
                .findFirst()
                .orElse(null);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
