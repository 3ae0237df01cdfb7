package com.couponengine.jdbc.internal;

import com.couponengine.core.contract.MovableClock;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Tests that share one database of one kind of server; each finds it empty. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OnDatabase {
    protected static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    protected final MovableClock clock = new MovableClock(NOW);
    private final SqlVariant variant;
    private SqlDatabase at;
    private TestCoupons coupons;

    protected OnDatabase(SqlVariant variant) {
        this.variant = variant;
    }

    @BeforeAll
    final void openDatabase() {
        at = SqlServer.shared(variant).newDatabase();
        coupons = TestCoupons.open(at, clock);
    }

    @BeforeEach
    final void emptyDatabase() {
        coupons.clear();
        clock.set(NOW);
    }

    @AfterAll
    final void closeDatabase() {
        if (coupons != null) {
            coupons.close();
        }
    }

    /** Stores that go by the test's clock. */
    protected final TestCoupons coupons() {
        return coupons;
    }

    /** Where they work. */
    protected final SqlDatabase at() {
        return at;
    }
}
