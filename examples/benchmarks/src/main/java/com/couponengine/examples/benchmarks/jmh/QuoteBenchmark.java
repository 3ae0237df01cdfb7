package com.couponengine.examples.benchmarks.jmh;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Order;
import com.couponengine.core.discount.OrderLine;
import com.couponengine.core.money.Money;
import com.couponengine.core.quote.Quote;
import com.couponengine.core.quote.QuoteRules;
import com.couponengine.core.store.Holdings;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.TemplateState;
import com.couponengine.core.template.Validity;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** What a quote takes beside its query: every coupon of a template of its own, an order of five lines. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class QuoteBenchmark {
    private static final Instant NOW = Instant.parse("2030-03-15T10:00:00Z");
    private static final Currency CNY = Currency.getInstance("CNY");

    /** How many coupons the user has. */
    @Param("200")
    public int coupons;

    /** How many of them may be combined. */
    @Param({"0", "5", "20"})
    public int stackable;

    private final QuoteRules quotes = new QuoteRules(LineScope.WHOLE_ORDER);
    private final Order order = new Order(
            List.of(line("a", 12_900), line("b", 4_990), line("c", 35_000), line("d", 899), line("e", 7_777)));
    private Holdings holdings = new Holdings(NOW, List.of());

    /** Lays out the coupons, the same ones each time. */
    @Setup
    public void layOut() {
        Random random = new Random(4);
        CouponCodes codes = new CouponCodes();
        List<Holdings.Holding> all = new ArrayList<>();
        for (int i = 0; i < coupons; i++) {
            TemplateSpec.Builder spec = TemplateSpec.builder()
                    .name("t")
                    .discount(terms(random))
                    .grabWindow(NOW.minusSeconds(60), NOW.plusSeconds(60))
                    .validity(Validity.between(NOW.minusSeconds(60), NOW.plusSeconds(60 + i)));
            if (i < stackable) {
                spec.stackingGroup("g");
            }
            Template template = new Template(i + 1, spec.build(), TemplateState.PUBLISHED, null);
            Validity.Window window =
                    template.spec().validity().windowOf(NOW, template.spec().zone());
            all.add(new Holdings.Holding(
                    new Coupon(
                            codes.next(7),
                            7,
                            template.id(),
                            1,
                            "grab",
                            CouponState.AVAILABLE,
                            NOW,
                            window.from(),
                            window.until(),
                            null),
                    template));
        }
        holdings = new Holdings(NOW, all);
    }

    private static Discount terms(Random random) {
        Money off = new Money(100 + random.nextInt(4_000), CNY);
        return switch (random.nextInt(3)) {
            case 0 -> new Discount.ThresholdAmountOff(off.plus(new Money(random.nextInt(70_000), CNY)), off);
            case 1 -> new Discount.AmountOff(off);
            default -> new Discount.PercentOff(BigDecimal.valueOf(700 + random.nextInt(290), 3), CNY, null, null);
        };
    }

    private static OrderLine line(String id, long fen) {
        return new OrderLine(id, new Money(fen, CNY));
    }

    /** One quote. */
    @Benchmark
    public Quote quote() {
        return quotes.quote(holdings, null, order);
    }

    /** Runs it alone. */
    public static void main(String[] args) throws RunnerException {
        new Runner(new OptionsBuilder()
                        .include(QuoteBenchmark.class.getSimpleName())
                        .build())
                .run();
    }
}
