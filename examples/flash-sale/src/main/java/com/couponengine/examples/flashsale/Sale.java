package com.couponengine.examples.flashsale;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.discount.Order;
import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionStatus;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Plays a load against an engine: first the grabs, with so many under way at once, then the orders of each user in their
 * order. Remembers all that callers were told, to be held against the database.
 */
final class Sale {
    private final CouponEngine engine;
    private final long templateId;
    private final int callers;
    private final PrintStream out;

    final Tally grabs = new Tally();
    final Tally orders = new Tally();
    final Map<Long, Coupon> coupons = new ConcurrentHashMap<>();
    final Set<CouponCode> granted = ConcurrentHashMap.newKeySet();
    final AtomicLong ordersWithoutCoupon = new AtomicLong();
    final AtomicLong discountMinor = new AtomicLong();
    final AtomicLong redeemed = new AtomicLong();

    Sale(CouponEngine engine, long templateId, int callers, PrintStream out) {
        this.engine = engine;
        this.templateId = templateId;
        this.callers = callers;
        this.out = out;
    }

    void play(List<LoadLine> lines) throws InterruptedException {
        List<LoadLine> clicks = lines.stream().filter(LoadLine::isGrab).toList();
        Progress progress = new Progress(out, "grabs", clicks.size());
        Semaphore underWay = new Semaphore(callers);
        grabs.begin();
        for (LoadLine click : clicks) {
            underWay.acquire();
            long start = System.nanoTime();
            var unused = engine.grabAsync(new GrabRequest(
                            click.userId(), templateId, click.key(), click.kind() == LoadLine.Kind.RETRY))
                    .whenComplete((result, failure) -> {
                        grabbed(result, System.nanoTime() - start);
                        progress.step();
                        underWay.release();
                    });
        }
        underWay.acquire(callers);
        grabs.end();
        progress.end();
        playOrders(lines.stream().filter(line -> !line.isGrab()).toList());
    }

    private void grabbed(GrabResult result, long nanos) {
        grabs.add(result.status(), nanos);
        if (result.isGranted()) {
            Coupon coupon = Objects.requireNonNull(result.coupon());
            granted.add(coupon.code());
            coupons.putIfAbsent(coupon.userId(), coupon);
        }
    }

    private void playOrders(List<LoadLine> lines) throws InterruptedException {
        Progress progress = new Progress(out, "orders", lines.size());
        int threads = Math.min(callers, 32);
        orders.begin();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<?>> parts = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int mine = thread;
            parts.add(pool.submit(() -> lines.stream()
                    .filter(line -> line.userId() % threads == mine) // a user's lines stay in order
                    .forEach(line -> {
                        play(line);
                        progress.step();
                    })));
        }
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.HOURS)) {
            throw new IllegalStateException("the orders did not end within an hour");
        }
        for (Future<?> part : parts) {
            try {
                part.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof CouponEngineException cause) {
                    throw cause;
                }
                throw new IllegalStateException("an order could not be played: " + e.getCause(), e);
            }
        }
        orders.end();
        progress.end();
    }

    private void play(LoadLine line) {
        Coupon coupon = coupons.get(line.userId());
        if (coupon == null) {
            ordersWithoutCoupon.incrementAndGet();
            return;
        }
        long start = System.nanoTime();
        RedemptionCommand command = line.kind() == LoadLine.Kind.CANCEL
                ? new RedemptionCommand.Release(coupon.code(), line.userId(), line.key(), 1, null)
                : new RedemptionCommand.Redeem(
                        coupon.code(), line.userId(), line.key(), 1, Order.of(Objects.requireNonNull(line.amount())));
        RedemptionResult result = engine.apply(command);
        orders.add(result.status(), System.nanoTime() - start);
        Money discount = result.discount();
        if (result.isDone() && !result.replay() && discount != null) {
            boolean given = result.status() == RedemptionStatus.REDEEMED;
            redeemed.addAndGet(given ? 1 : -1);
            discountMinor.addAndGet(given ? discount.minorUnits() : -discount.minorUnits());
        }
    }
}
