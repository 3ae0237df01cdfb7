package com.couponengine.examples.flashsale;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.event.EventPublisher;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import com.couponengine.jdbc.JdbcCouponRepository;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.redis.RedisStockGate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** A host's engine on one real database and a gate, with time limits that suit a busy test machine. */
final class RealHost implements AutoCloseable {
    private static final Duration CALL_LIMIT = Duration.ofSeconds(30);

    final SqlDatabase database;
    final JdbcCouponRepository repository;
    final StockGate gate;
    final CouponEngine engine;
    final StoredCoupons stored;

    RealHost(SqlDatabase database, StockGate gate, EventPublisher events) {
        this.database = database;
        this.gate = gate;
        repository = JdbcCouponRepository.builder()
                .database(database.url(), database.user(), database.password())
                .callLimit(CALL_LIMIT.minusSeconds(5))
                .connectionWaitLimit(CALL_LIMIT.minusSeconds(10))
                .lockWaitLimit(CALL_LIMIT.minusSeconds(20))
                .installSchema()
                .open();
        engine = CouponEngine.builder()
                .repository(repository)
                .gate(gate)
                .events(events)
                .options(EngineOptions.builder()
                        .callLimit(CALL_LIMIT)
                        .reconcileEvery(Duration.ZERO)
                        .build())
                .build();
        stored = new StoredCoupons(database);
    }

    /** A host whose events go nowhere. */
    RealHost(SqlDatabase database, StockGate gate) {
        this(database, gate, List::size);
    }

    /** A gate on a Redis server, under keys that no other test has. */
    static RedisStockGate redisGate(String redisUrl, SqlDatabase database) {
        return RedisStockGate.builder()
                .uri(redisUrl)
                .keyPrefix(keyPrefix(database))
                .callTimeout(Duration.ofSeconds(10))
                .build();
    }

    /** The name of the database, which no other test has. */
    static String keyPrefix(SqlDatabase database) {
        String name = database.url().replaceAll("[?;].*", "");
        return database.variant() + "-" + name.substring(name.lastIndexOf('/') + 1);
    }

    /** A sale that is on: 12.34 yuan off. */
    static TemplateSpec.Builder sale(long total, int perUserLimit) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        return TemplateSpec.builder()
                .name("直减12.34")
                .discount(Discount.amountOff("12.34", "CNY"))
                .total(total)
                .perUserLimit(perUserLimit)
                .grabWindow(now.minusSeconds(60), now.plus(Duration.ofHours(1)))
                .validity(Validity.daysAfterGrab(7));
    }

    long published(TemplateSpec.Builder spec) {
        long id = engine.templates().create(spec.build()).id();
        engine.templates().publish(id);
        return id;
    }

    static ShareId share(long templateId) {
        return new ShareId(templateId, 0);
    }

    @Override
    public void close() {
        engine.close();
        repository.close();
    }
}
