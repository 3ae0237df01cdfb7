package com.couponengine.core.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a crash test may do to a running server. Every method returns only after the operating system (or the container
 * engine) has carried it out; none of them waits until the server answers again.
 */
public interface ServerControl extends AutoCloseable {

    /** Ends the server and its children at once, as {@code kill -9} does. Nothing is flushed. A dead server stays dead. */
    void killNine();

    /** Starts the server again with the same command, port and data. The server must be dead. */
    void restart();

    /** Freezes the server and its children (SIGSTOP): connections stay open, nothing answers. */
    void pause();

    /** Wakes a frozen server (SIGCONT). */
    void resume();

    /** Whether the process is there, frozen or not. */
    boolean isAlive();

    /** The end of the server's log, for a failure message. */
    String lastWords();

    /**
     * Waits until the check says yes. A check that throws has said no; its last exception is told on failure.
     *
     * @return this
     * @throws IllegalStateException with the server's last words, when it dies or the time is over
     */
    default ServerControl await(String what, Duration limit, Check check) {
        long end = System.nanoTime() + limit.toNanos();
        @Nullable Exception last = null;
        while (true) {
            try {
                if (check.isReady()) {
                    return this;
                }
            } catch (Exception e) {
                last = e;
            }
            if (!isAlive()) {
                throw new IllegalStateException(this + " died before " + what + "; " + lastWords(), last);
            }
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(this + ": no " + what + " within " + limit + "; " + lastWords(), last);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for " + this, e);
            }
        }
    }

    /** Ends the server for good and removes what it left on the disk. Closing twice is harmless. */
    @Override
    void close();

    /** Whether a server is ready. */
    @FunctionalInterface
    interface Check {
        boolean isReady() throws Exception;
    }
}
