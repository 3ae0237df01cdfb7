package com.couponengine.examples.flashsale;

import com.couponengine.stats.CouponStats;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The tables at the end of a sale. */
final class Summary {
    private static final Duration STATISTICS_LIMIT = Duration.ofSeconds(30);

    private Summary() {}

    static void print(PrintStream out, Sale sale, List<Guarantees.Check> checks) {
        out.println();
        print(out, "GRABS", sale.grabs);
        print(out, "ORDERS", sale.orders);
        out.printf("  %-28s %,12d%n", "(orders without a coupon)", sale.ordersWithoutCoupon.get());
        out.printf("  %-28s %,12d%n", "coupons used at the end", sale.redeemed.get());
        out.printf("  %-28s %,12.2f yuan%n%n", "discount given", sale.discountMinor.get() / 100.0);
        out.println("GUARANTEES");
        for (Guarantees.Check check : checks) {
            out.printf("  %-6s %-42s %s%n", check.holds() ? "holds" : "BROKEN", check.what(), check.figures());
        }
    }

    private static void print(PrintStream out, String title, Tally tally) {
        out.println(title);
        tally.outcomes().forEach((outcome, count) -> out.printf("  %-28s %,12d%n", outcome, count));
        out.printf(
                "  %,.0f/s; p50 %.2f ms, p99 %.2f ms, max %.2f ms%n%n",
                tally.perSecond(), tally.percentileMillis(50), tally.percentileMillis(99), tally.percentileMillis(100));
    }

    /** The live statistics, once they have caught up with the sale or have had their time. */
    static void print(PrintStream out, CouponStats stats, long templateId, long redeemed) {
        long deadline = System.nanoTime() + STATISTICS_LIMIT.toNanos();
        while (System.nanoTime() < deadline
                && stats.template(templateId).stream().noneMatch(now -> now.used() == redeemed)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
        out.println();
        out.println("STATISTICS");
        stats.template(templateId).ifPresent(now -> out.println("  " + now));
    }
}
