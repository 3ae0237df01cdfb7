package com.couponengine.jdbc.internal.db;

import com.couponengine.core.TimeSource;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.jdbc.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** An open transaction, READ COMMITTED. Only for the thread that runs its {@link Work}. */
public final class Tx {
    /** Up to here a block gains more by fewer answers than it loses by being read. */
    private static final int BLOCK_CHARS_MAX = 10_000;

    private final Handle handle;
    private final Dialect dialect;
    private final @Nullable TimeSource time;
    private final Deadline deadline;
    private final boolean prepares;
    private boolean rollback;
    private boolean commitSent;

    Tx(Handle handle, Dialect dialect, @Nullable TimeSource time, Deadline deadline, boolean prepares) {
        this.handle = handle;
        this.dialect = dialect;
        this.time = time;
        this.deadline = deadline;
        this.prepares = prepares;
    }

    public Handle handle() {
        return handle;
    }

    public Connection connection() {
        return handle.getConnection();
    }

    public Dialect dialect() {
        return dialect;
    }

    /** The clock that was given to the repository, or null if the database's is to be used. */
    public @Nullable TimeSource givenTime() {
        return time;
    }

    /** Whether {@link #now} has to ask the server. */
    boolean readsServerClock() {
        return time == null && dialect != Dialect.H2;
    }

    /** The repository's time in milliseconds, as an expression for the statement that is sent next. */
    public String nowSql() throws SQLException {
        return readsServerClock() ? Sql.nowMillis(dialect) : String.valueOf(now().toEpochMilli());
    }

    /** The repository's time, cut to milliseconds. Call it after the locks it decides about were taken. */
    public Instant now() throws SQLException {
        if (time != null) {
            return time.now().truncatedTo(ChronoUnit.MILLIS);
        }
        if (dialect == Dialect.H2) {
            return Instant.ofEpochMilli(System.currentTimeMillis());
        }
        try (Statement statement = connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT " + Sql.nowMillis(dialect))) {
            row.next();
            return Instant.ofEpochMilli(row.getLong(1));
        }
    }

    /** Makes the transaction end in a rollback; its work's result is handed out all the same. */
    public void rollBackAtEnd() {
        rollback = true;
    }

    /**
     * Runs statements without results and, in the same text, COMMIT: nothing is locked while anything travels. It is the
     * last that the transaction does. Not on H2.
     *
     * @param statements with semicolons between them
     * @throws StoreUnavailableException if there is no time left; nothing was committed
     */
    public void runAndCommit(CharSequence statements) throws SQLException {
        sendsCommit();
        run(statements + ";COMMIT");
    }

    /** Runs statements without results in one text. Not on H2. */
    public void run(CharSequence statements) throws SQLException {
        // In a block the server answers once, and not with a packet for each statement, but it takes longer to read it.
        boolean isBlock = dialect == Dialect.MARIADB && statements.length() <= BLOCK_CHARS_MAX;
        String sql = isBlock ? "BEGIN NOT ATOMIC " + statements + ";END" : statements.toString();
        try (Statement statement = connection().createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
            // a driver may hold back the failure of a later statement until its answer is asked for
            while (statement.getMoreResults() || statement.getUpdateCount() != -1) {}
        }
    }

    /**
     * What is sent next ends with COMMIT: a failure that is not the database's word about a statement may come after it.
     *
     * @throws StoreUnavailableException if there is no time left; nothing was committed
     */
    void sendsCommit() throws SQLException {
        if (deadline.hasPassed()) {
            throw new StoreUnavailableException("not done in time");
        }
        Source.limitWaits(connection(), deadline);
        commitSent = true;
    }

    /** Whether the server prepares texts that are sent often, so that it need not read them each time. It is a MariaDB. */
    boolean prepares() {
        return prepares;
    }

    boolean hasSentCommit() {
        return commitSent;
    }

    boolean isToRollBack() {
        return rollback;
    }

    Deadline deadline() {
        return deadline;
    }
}
