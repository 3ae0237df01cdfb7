package com.couponengine.examples.flashsale;

import com.couponengine.core.money.Money;
import com.couponengine.examples.flashsale.LoadLine.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * A bursty load: most users click within the first second, some twice, some again with the same request because no answer
 * came, some with a new one; later a part of them orders, some orders are sent twice, some are cancelled.
 */
final class LoadGenerator {
    private static final double MEAN_CLICK_MILLIS = 400;
    private static final int SALE_MILLIS = 10_000;

    private final Random random;
    private final List<LoadLine> lines = new ArrayList<>();

    LoadGenerator(long seed) {
        random = new Random(seed);
    }

    /** About so many lines, by time. */
    List<LoadLine> generate(int about) {
        long users = Math.max(1, about * 10L / 17);
        for (long user = 1; user <= users; user++) {
            grabs(user);
            orders(user);
        }
        lines.sort(Comparator.comparingLong(LoadLine::atMillis));
        return lines;
    }

    private void grabs(long user) {
        long at = Math.min(SALE_MILLIS - 1, (long) (-MEAN_CLICK_MILLIS * Math.log(1 - random.nextDouble())));
        String request = "g-" + user + "-1";
        add(at, Kind.GRAB, user, request);
        if (chance(0.15)) {
            add(at + random.nextInt(30), Kind.GRAB, user, request); // a double click
        }
        if (chance(0.15)) {
            add(at + 1_000 + random.nextInt(2_000), Kind.RETRY, user, request);
        }
        if (chance(0.10)) {
            add(at + 500 + random.nextInt(5_000), Kind.GRAB, user, "g-" + user + "-2");
        }
    }

    private void orders(long user) {
        if (!chance(0.25)) {
            return;
        }
        long at = SALE_MILLIS + (long) random.nextInt(SALE_MILLIS);
        String order = "o-" + user;
        Money amount = Money.ofMinor(2_000 + random.nextInt(60_000), "CNY"); // 20.00 to 620.00 yuan
        lines.add(new LoadLine(at, Kind.ORDER, user, order, amount));
        if (chance(0.10)) {
            lines.add(new LoadLine(at + random.nextInt(100), Kind.ORDER, user, order, amount));
        }
        if (chance(0.05)) {
            add(at + 200 + random.nextInt(1_000), Kind.CANCEL, user, order);
        }
    }

    private void add(long at, Kind kind, long user, String key) {
        lines.add(new LoadLine(at, kind, user, key, null));
    }

    private boolean chance(double probability) {
        return random.nextDouble() < probability;
    }
}
