package com.couponengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.core.TimeSource;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.memory.InMemoryEventPublisher;
import com.couponengine.core.memory.InMemoryStockGate;
import com.couponengine.core.store.Shards;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import com.couponengine.jdbc.internal.row.CouponTables;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A database that is killed while coupons are grabbed, and started again on its data. */
@Timeout(180)
abstract class KilledDatabase {
    private static final int THREADS = 16;
    private static final long TOTAL = 1_000_000;

    private final SqlVariant variant;
    private final Map<Long, GrabResult> answers = new ConcurrentHashMap<>();
    private final AtomicLong granted = new AtomicLong();

    KilledDatabase(SqlVariant variant) {
        this.variant = variant;
    }

    @Test
    final void everyGrantThatACallerSawIsARowAndTheCountsAreTheRows() throws Exception {
        InMemoryStockGate gate = new InMemoryStockGate(TimeSource.system());
        InMemoryEventPublisher events = new InMemoryEventPublisher();
        try (SqlServer server = SqlServer.start(variant)) {
            SqlDatabase at = server.newDatabase();
            try (JdbcCouponRepository repository = JdbcCouponRepository.builder()
                            .database(at.url(), at.user(), at.password())
                            .installSchema()
                            .open();
                    CouponEngine engine = CouponEngine.builder()
                            .repository(repository)
                            .gate(gate)
                            .events(events)
                            .options(EngineOptions.builder()
                                    .callLimit(Duration.ofSeconds(10))
                                    .reservationLimit(Duration.ofMillis(500))
                                    .reconcileEvery(Duration.ZERO)
                                    .build())
                            .build()) {
                Template template = published(engine);
                grabWhile(engine, template, () -> {
                    await().until(() -> granted.get() >= 2_000);
                    server.killNine();
                    long atKill = granted.get();
                    server.restart();
                    await().until(() -> granted.get() >= atKill + 500);
                });

                settleEverything(engine, template, gate);
                check(repository, at, template, gate);
                engine.publishEvents();
                assertThat(events.events().stream().filter(event -> event.type() == EventType.ISSUED))
                        .extracting(CouponEvent::code)
                        .as("events of issue")
                        .containsExactlyInAnyOrderElementsOf(rows(at, template).stream()
                                .map(CouponCode::parse)
                                .toList());
            }
        }
    }

    private static Template published(CouponEngine engine) {
        Instant now = Instant.now();
        Template template = engine.templates()
                .create(TemplateSpec.builder()
                        .name("kill")
                        .discount(Discount.amountOff("5.00", "CNY"))
                        .total(TOTAL)
                        .grabWindow(now.minusSeconds(60), now.plus(Duration.ofHours(1)))
                        .validity(Validity.daysAfterGrab(7))
                        .build());
        engine.templates().publish(template.id());
        return template;
    }

    private interface Meanwhile {
        void run() throws Exception;
    }

    private void grabWhile(CouponEngine engine, Template template, Meanwhile meanwhile) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong users = new AtomicLong();
        ExecutorService callers = Executors.newFixedThreadPool(THREADS);
        try {
            for (int i = 0; i < THREADS; i++) {
                callers.execute(() -> {
                    while (!stop.get()) {
                        long user = users.incrementAndGet();
                        GrabResult result = engine.grab(user, template.id(), "r");
                        answers.put(user, result);
                        if (result.isGranted()) {
                            granted.incrementAndGet();
                        }
                    }
                });
            }
            meanwhile.run();
        } finally {
            stop.set(true);
            callers.shutdown();
        }
        assertThat(callers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    /** What a host does: it asks again for what it does not know. What nobody asks for is the reconciler's. */
    private void settleEverything(CouponEngine engine, Template template, InMemoryStockGate gate) {
        answers.replaceAll((user, answer) -> answer.status() == GrabStatus.OUTCOME_UNKNOWN && user % 2 == 0
                ? engine.grab(GrabRequest.of(user, template.id(), "r").again())
                : answer);
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            engine.reconciler().reconcile();
            return gate.view(new ShareId(template.id(), 0))
                    .filter(view -> view.reserved() == 0)
                    .isPresent();
        });
        engine.reconciler().reconcile();
    }

    private void check(JdbcCouponRepository repository, SqlDatabase at, Template template, InMemoryStockGate gate)
            throws SQLException {
        Set<String> rows = rows(at, template);
        assertThat(answers.values().stream().filter(GrabResult::isGranted))
                .extracting(answer -> answer.coupon().code().toString())
                .doesNotHaveDuplicates()
                .isSubsetOf(rows);
        assertThat(answers.values().stream().map(GrabResult::status).distinct())
                .as("what callers heard")
                .isSubsetOf(
                        GrabStatus.GRANTED,
                        GrabStatus.ALREADY_GRANTED,
                        GrabStatus.UNAVAILABLE,
                        GrabStatus.OUTCOME_UNKNOWN,
                        GrabStatus.BUSY);
        List<ShareStock> stock = repository.issues().stock(template.id());
        assertThat(stock)
                .singleElement()
                .satisfies(share -> assertThat(share.issued()).isEqualTo(rows.size()));
        assertThat(gate.view(new ShareId(template.id(), 0)))
                .contains(new GateView(stock.get(0).epoch(), TOTAL - rows.size(), 0));
    }

    private static Set<String> rows(SqlDatabase at, Template template) throws SQLException {
        Set<String> codes = new HashSet<>();
        try (Connection connection = at.connect();
                Statement statement = connection.createStatement()) {
            for (int stream = 0; stream < Shards.STREAMS; stream++) {
                try (ResultSet row = statement.executeQuery("SELECT code FROM " + CouponTables.name(stream)
                        + " WHERE grab_no > 0 AND template_id = " + template.id())) {
                    while (row.next()) {
                        codes.add(row.getString(1));
                    }
                }
            }
        }
        return codes;
    }
}
