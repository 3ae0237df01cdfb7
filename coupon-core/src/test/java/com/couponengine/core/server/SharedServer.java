package com.couponengine.core.server;

import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * One server for all tests of a JVM: started when the first test asks for it, ended with the JVM. A start that was
 * skipped or failed is not tried again; every later test gets the same reason. Thread-safe.
 *
 * @param <S> the kind of server
 */
public final class SharedServer<S extends AutoCloseable> {
    private final ServerLadder.Start<S> start;
    private @Nullable S server;
    private @Nullable Throwable reason;

    /**
     * Starts nothing yet.
     *
     * @param start starts the server; called once at most
     */
    public SharedServer(ServerLadder.Start<S> start) {
        this.start = start;
    }

    /** The running server. */
    public synchronized S get() {
        if (server == null && reason == null) {
            try {
                S started = start.start();
                server = started;
                ServerProcess.atJvmEnd(() -> end(started));
            } catch (Throwable e) {
                reason = e;
            }
        }
        if (server != null) {
            return server;
        }
        if (reason instanceof TestAbortedException skipped) {
            throw new TestAbortedException(skipped.getMessage(), skipped);
        }
        throw new AssertionError(reason.getMessage(), reason);
    }

    private static void end(AutoCloseable server) {
        try {
            server.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
