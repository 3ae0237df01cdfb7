package com.couponengine.examples.flashsale;

import com.couponengine.core.discount.Discount;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import com.couponengine.stats.CouponStats;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A flash sale: many users grab a limited coupon at once, then some of them order. */
@Command(
        name = "flash-sale",
        mixinStandardHelpOptions = true,
        description = {
            "Sells a limited coupon (满100减20) to many users at once, then lets some of them order, and holds what",
            "every caller was told against the database.",
            "Without addresses of servers it runs on an H2 database on disk, with gate and events in memory."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every guarantee holds",
            "1:a guarantee is broken",
            "2:an option, a file or a server cannot be used; one line on stderr tells which",
            "3:the program itself failed"
        },
        exitCodeOnExecutionException = 3)
public final class FlashSale implements Callable<Integer> {
    private final PrintStream out;

    @Spec
    private @Nullable CommandSpec command;

    @Mixin
    private final Servers servers = new Servers();

    @Option(
            names = "--load",
            paramLabel = "CSV",
            description = "at_millis,kind,user_id,key,amount; without it a load is generated")
    private @Nullable Path load;

    @Option(names = "--save-load", paramLabel = "CSV", description = "write the generated load there")
    private @Nullable Path saveLoad;

    @Option(
            names = "--lines",
            defaultValue = "100000",
            description = "about how many lines to generate (${DEFAULT-VALUE})")
    private int lines;

    @Option(names = "--seed", description = "of the generated load; without it a new one, which is printed")
    private @Nullable Long seed;

    @Option(names = "--stock", defaultValue = "20000", description = "how many coupons there are (${DEFAULT-VALUE})")
    private long stock;

    @Option(names = "--limit", defaultValue = "1", description = "how many one user may get (${DEFAULT-VALUE})")
    private int limit;

    @Option(names = "--callers", defaultValue = "256", description = "grabs under way at once (${DEFAULT-VALUE})")
    private int callers;

    private FlashSale(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) {
        System.exit(run(System.out, args));
    }

    /** The whole program but for the end of the JVM; answers its exit code. */
    static int run(PrintStream out, String... args) {
        return Failures.handledOn(new CommandLine(new FlashSale(out))).execute(args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        positive("--lines", lines);
        positive("--stock", stock);
        positive("--limit", limit);
        positive("--callers", callers);
        if (servers.clickHouse != null && !LiveStatistics.isPossible(servers)) {
            throw misuse("--clickhouse: needs --kafka and --redis");
        }
        List<LoadLine> load = load();
        try (Shop shop = new Shop(servers);
                LiveStatistics statistics = LiveStatistics.isPossible(servers) ? new LiveStatistics(servers) : null) {
            out.printf(
                    "database %s, gate %s, events %s%n%n",
                    servers.database == null ? "H2 on disk" : servers.database,
                    servers.redis == null ? "in memory" : servers.redis,
                    servers.kafka == null ? "in memory" : servers.kafka);
            Template template = publish(shop);
            Sale sale = new Sale(shop.engine, template.id(), callers, out);
            sale.play(load);
            shop.engine.publishEvents();
            shop.engine.reconciler().reconcile();
            List<Guarantees.Check> checks = Guarantees.check(shop, servers, template, sale);
            Summary.print(out, sale, checks);
            if (statistics != null) {
                Summary.print(
                        out,
                        CouponStats.of(shop.repository, statistics.counters, statistics.history),
                        template.id(),
                        sale.redeemed.get());
            }
            return checks.stream().allMatch(Guarantees.Check::holds) ? 0 : 1;
        }
    }

    private void positive(String option, long value) {
        if (value <= 0) {
            throw misuse(option + " = " + value + ": must be positive");
        }
    }

    private ParameterException misuse(String message) {
        return new ParameterException(Objects.requireNonNull(command).commandLine(), message);
    }

    private List<LoadLine> load() throws IOException {
        Path given = load;
        if (given != null) {
            return OptionException.naming("--load", () -> LoadFile.read(given));
        }
        long chosen = seed == null ? System.nanoTime() : seed;
        List<LoadLine> generated = new LoadGenerator(chosen).generate(lines);
        out.printf("%nload: %,d lines, seed %d%n", generated.size(), chosen);
        Path target = saveLoad;
        if (target != null) {
            OptionException.naming("--save-load", () -> LoadFile.write(target, generated));
        }
        return generated;
    }

    private Template publish(Shop shop) {
        Instant now = Instant.now();
        Template draft = shop.engine
                .templates()
                .create(TemplateSpec.builder()
                        .name("满100减20")
                        .discount(Discount.threshold("100.00", "20.00", "CNY"))
                        .total(stock)
                        .perUserLimit(limit)
                        .grabWindow(now.minusSeconds(60), now.plus(Duration.ofDays(1)))
                        .validity(Validity.between(now.minusSeconds(60), now.plus(Duration.ofDays(30))))
                        .zone(ZoneId.of("Asia/Shanghai"))
                        .build());
        shop.engine.templates().publish(draft.id());
        return draft;
    }
}
