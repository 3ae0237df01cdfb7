package com.couponengine.examples.flashsale;

import com.couponengine.jdbc.server.SqlDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Counts the rows of a template again and again on a connection of its own, and remembers the most that it saw. */
final class RowWatcher implements AutoCloseable {
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile boolean closed;
    private volatile long looks;
    private volatile long mostRows;
    private volatile long mostOfOneUser;

    RowWatcher(SqlDatabase database, long templateId) {
        Thread thread = new Thread(() -> watch(database, templateId), "row-watcher");
        thread.setDaemon(true);
        thread.start();
    }

    private void watch(SqlDatabase database, long templateId) {
        try (Connection connection = database.connect()) {
            for (long number = 1; !closed; number++) {
                long[] seen = StoredCoupons.countAndMost(connection, templateId);
                mostRows = Math.max(mostRows, seen[0]);
                mostOfOneUser = Math.max(mostOfOneUser, seen[1]);
                looks = number;
            }
            end.complete(null);
        } catch (SQLException e) {
            end.completeExceptionally(e);
        }
    }

    long looks() {
        return looks;
    }

    long mostRows() {
        return mostRows;
    }

    long mostOfOneUser() {
        return mostOfOneUser;
    }

    /** Ends it; fails if it could not count. */
    @Override
    public void close() {
        closed = true;
        try {
            end.get(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the watcher failed", e);
        }
    }
}
