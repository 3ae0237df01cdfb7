package com.couponengine.core.server;

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

    /** Ends the server for good and removes what it left on the disk. Closing twice is harmless. */
    @Override
    void close();
}
