package com.couponengine.jdbc.internal.db;

import com.couponengine.core.TimeSource;
import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.jdbc.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Handles;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * One data source: runs work in transactions, tries again where that helps, and tells what a failure means. One
 * connection for a unit of work, never two. Thread-safe.
 */
public final class Source {
    private static final int RETRIES_MAX = 3;
    private static final long BACKOFF_NANOS = 2_000_000;
    /** A rollback that is not answered soon is left to the server, which does it when the connection ends. */
    private static final Duration ROLLBACK = Duration.ofSeconds(1);

    private final int index;
    private final Dialect dialect;
    private final Jdbi jdbi;
    private final @Nullable TimeSource time;
    private final Limits limits;
    private final boolean prepares;
    private final Consumer<Connection> discard;

    /**
     * A data source.
     *
     * @param time the clock that decides, or null for the database's
     * @param prepares whether its connections have texts prepared by their server, which is a MariaDB
     * @param discard ends a connection whose state is not known, so that nobody gets it again
     */
    public Source(
            int index,
            Dialect dialect,
            Jdbi jdbi,
            @Nullable TimeSource time,
            Limits limits,
            boolean prepares,
            Consumer<Connection> discard) {
        this.index = index;
        this.dialect = dialect;
        this.jdbi = jdbi;
        // Transactions are begun and ended here, not by the handle.
        jdbi.configure(Handles.class, handles -> handles.setForceEndTransactions(false));
        this.time = time;
        this.limits = limits;
        this.prepares = prepares;
        this.discard = discard;
    }

    /** Its number, from 0. */
    public int index() {
        return index;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** When a call that starts now has to end. */
    public Deadline deadline() {
        return Deadline.in(limits.call());
    }

    /**
     * Runs work in a transaction.
     *
     * @param what for messages, with ids
     * @throws StoreUnavailableException if it failed and nothing was committed
     * @throws OutcomeUnknownException if COMMIT was sent and its answer is not known
     */
    public <T extends @Nullable Object> T inTransaction(String what, Work<T> work) {
        return inTransaction(what, work, deadline());
    }

    /** As {@link #inTransaction(String, Work)}, as a part of a call with a deadline. */
    public <T extends @Nullable Object> T inTransaction(String what, Work<T> work, Deadline deadline) {
        try {
            return tryTransaction(what, work, deadline);
        } catch (RowRefusedException e) {
            throw unavailable(what, e.getCause() == null ? e : e.getCause());
        }
    }

    /**
     * As {@link #inTransaction(String, Work)}, for work that expects its rows to be refused.
     *
     * @throws RowRefusedException if the database refused a row; nothing was committed
     */
    public <T extends @Nullable Object> T tryTransaction(String what, Work<T> work) throws RowRefusedException {
        return tryTransaction(what, work, deadline());
    }

    /**
     * As {@link #tryTransaction(String, Work)}, as a part of a call with a deadline.
     *
     * @throws RowRefusedException if the database refused a row; nothing was committed
     */
    public <T extends @Nullable Object> T tryTransaction(String what, Work<T> work, Deadline deadline)
            throws RowRefusedException {
        for (int retry = 0; ; retry++) {
            try {
                return once(what, work, deadline);
            } catch (ConflictException e) {
                if (retry == RETRIES_MAX || deadline.hasPassed()) {
                    throw unavailable(what, e.conflict());
                }
                long most = BACKOFF_NANOS << retry;
                LockSupport.parkNanos(most / 2 + ThreadLocalRandom.current().nextLong(most));
            }
        }
    }

    /**
     * Runs work that only reads, each statement seeing what is committed when it starts.
     *
     * @throws StoreUnavailableException if it failed
     */
    public <T extends @Nullable Object> T read(String what, Work<T> work) {
        return inTransaction(what, tx -> {
            T result = work.in(tx);
            tx.rollBackAtEnd();
            return result;
        });
    }

    private <T extends @Nullable Object> T once(String what, Work<T> work, Deadline deadline)
            throws RowRefusedException, ConflictException {
        Handle handle;
        try {
            handle = jdbi.open();
        } catch (JdbiException e) {
            throw unavailable(what, e);
        }
        boolean wasAutoCommit = false;
        try {
            Tx tx = new Tx(handle, dialect, time, deadline, prepares);
            T result;
            try {
                wasAutoCommit = begin(handle.getConnection(), deadline);
                result = work.in(tx);
            } catch (SQLException | RuntimeException e) {
                if (tx.hasSentCommit() && !Faults.isBeforeCommit(e)) {
                    discard.accept(handle.getConnection());
                    throw new OutcomeUnknownException(at(what), e);
                }
                // Before COMMIT: with or without an answer to the rollback, nothing was or will be committed.
                rollBack(handle.getConnection());
                throw failed(what, e);
            } catch (Error e) {
                rollBack(handle.getConnection());
                throw e;
            }
            if (tx.isToRollBack()) {
                rollBack(handle.getConnection());
            } else if (!tx.hasSentCommit()) {
                commit(what, handle.getConnection(), deadline);
            }
            return result;
        } finally {
            close(handle, wasAutoCommit);
        }
    }

    private static boolean begin(Connection connection, Deadline deadline) throws SQLException {
        boolean wasAutoCommit = connection.getAutoCommit();
        if (wasAutoCommit) {
            connection.setAutoCommit(false);
        }
        limitWaits(connection, deadline);
        return wasAutoCommit;
    }

    private void commit(String what, Connection connection, Deadline deadline) throws ConflictException {
        try {
            if (deadline.hasPassed()) {
                rollBack(connection);
                throw new StoreUnavailableException(what + ": not done within " + limits.call());
            }
            limitWaits(connection, deadline);
            connection.commit();
        } catch (SQLException e) {
            if (!Faults.isRolledBackCommit(e)) {
                discard.accept(connection);
                throw new OutcomeUnknownException(at(what), e);
            }
            rollBack(connection);
            if (Faults.kind(e) == Faults.Kind.CONFLICT) {
                throw new ConflictException(e);
            }
            throw unavailable(what, e);
        }
    }

    private RuntimeException failed(String what, Exception failure) throws RowRefusedException, ConflictException {
        if (failure instanceof CouponEngineException own) {
            return own; // of another data source, or the caller's
        }
        SQLException sql = Faults.sql(failure);
        if (sql == null) {
            return failure instanceof RuntimeException bug ? bug : unavailable(what, failure);
        }
        switch (Faults.kind(sql)) {
            case CONFLICT -> throw new ConflictException(sql);
            case DUPLICATE -> throw new RowRefusedException(sql, true);
            case DATA -> throw new RowRefusedException(sql, false);
            default -> {
                return unavailable(what, sql);
            }
        }
    }

    private void rollBack(Connection connection) {
        try {
            limitWaits(connection, Deadline.in(ROLLBACK));
            connection.rollback();
        } catch (SQLException e) {
            discard.accept(connection);
        }
    }

    /** Gives the connection back. The transaction is decided; what is wrong with the connection shows at its next use. */
    private static void close(Handle handle, boolean autoCommit) {
        try (handle) {
            if (autoCommit && !handle.getConnection().isClosed()) {
                handle.getConnection().setAutoCommit(true);
            }
        } catch (SQLException | JdbiException ignored) {
            // as said
        }
    }

    /** Bounds every wait for the server's answer, so that a call ends although the network is silent. */
    static void limitWaits(Connection connection, Deadline deadline) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, deadline.leftMillisMin1());
        } catch (SQLFeatureNotSupportedException | AbstractMethodError ignored) {
            // Then the driver's own limits have to do.
        }
    }

    private StoreUnavailableException unavailable(String what, Throwable cause) {
        return new StoreUnavailableException(at(what), cause);
    }

    private String at(String what) {
        return what + " on data source " + index;
    }

    /** The transaction was rolled back in favour of another one. */
    private static final class ConflictException extends Exception {
        private static final long serialVersionUID = 1L;

        private final SQLException conflict;

        ConflictException(SQLException conflict) {
            super(conflict);
            this.conflict = conflict;
        }

        SQLException conflict() {
            return conflict;
        }
    }
}
