package com.couponengine.examples.crash;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.ShareId;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.redis.RedisStockGate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks at rows, counter and gate again and again while a round runs, on connections of its own: there are never more
 * rows than the total, the counter counts the rows, and (where the plan allows to say so) the gate never promises more
 * than the database has.
 */
final class Watcher implements AutoCloseable {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final RoundPlan plan;
    private final ShareId share;
    private final SqlDatabase database;
    private final RedisStockGate gate;
    private final Findings findings;
    private final StoredRows stored;
    private final Thread thread = new Thread(this::watch, "watcher");
    private volatile boolean watchesGate;
    private volatile boolean closed;
    private final AtomicLong looks = new AtomicLong();

    Watcher(RoundPlan plan, long template, SqlDatabase database, RedisStockGate gate, Findings findings) {
        this.plan = plan;
        this.share = new ShareId(template, 0);
        this.database = database;
        this.gate = gate;
        this.findings = findings;
        this.stored = new StoredRows(template);
        this.watchesGate = plan.once();
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        while (!closed) {
            try (Connection connection = database.connect()) {
                while (!closed) {
                    look(connection);
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            } catch (SQLException e) {
                LockSupport.parkNanos(PAUSE_NANOS); // it is the database's turn to be down
            }
        }
    }

    private void look(Connection connection) throws SQLException {
        StoredRows.Counts counts = counts(connection);
        looks.incrementAndGet();
        findings.require(
                counts.rows() <= plan.total(), "never more rows than the total", counts.rows() + " of " + plan.total());
        findings.require(
                counts.issued() == counts.rows(),
                "the counter counts the rows",
                counts.issued() + " counted, " + counts.rows() + " rows");
        if (watchesGate) {
            remaining()
                    .ifPresent(remaining -> findings.require(
                            counts.issued() + remaining <= plan.total(),
                            "the gate never promises more than the database has",
                            counts.issued() + " issued, then " + remaining + " left in the gate, of " + plan.total()));
        }
    }

    /** Looks again if the first look differs: what is wrong stays wrong. The contributors' guide says why. */
    private StoredRows.Counts counts(Connection connection) throws SQLException {
        StoredRows.Counts first = stored.counts(connection);
        return first.issued() == first.rows() ? first : stored.counts(connection);
    }

    /** What the gate has, read after the counter: what is issued between the two is in neither number. */
    private Optional<Long> remaining() {
        try {
            return gate.view(share).map(GateView::remaining);
        } catch (CouponEngineException e) {
            return Optional.empty(); // it is the gate's turn to be down
        }
    }

    /** From now on wishes are sent again: then two calls may share a reservation, and the gate be too high for a while. */
    void wishesAreRepeated() {
        watchesGate = false;
    }

    /** How often it could look. */
    long looks() {
        return looks.get();
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
