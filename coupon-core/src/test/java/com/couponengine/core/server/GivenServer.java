package com.couponengine.core.server;

import org.opentest4j.TestAbortedException;

/** The control of a server that somebody else runs: it may be used, not killed or frozen. */
public final class GivenServer implements ServerControl {
    private final String name;

    public GivenServer(String name) {
        this.name = name;
    }

    @Override
    public void killNine() {
        throw cannot("killed");
    }

    @Override
    public void restart() {
        throw cannot("restarted");
    }

    @Override
    public void pause() {
        throw cannot("frozen");
    }

    @Override
    public void resume() {
        throw cannot("woken");
    }

    @Override
    public boolean isAlive() {
        return true;
    }

    @Override
    public String lastWords() {
        return "its log is where it runs";
    }

    @Override
    public String toString() {
        return name;
    }

    @Override
    public void close() {
        // It was running before the tests and goes on after them.
    }

    private TestAbortedException cannot(String done) {
        return new TestAbortedException(name + " was given by its address and cannot be " + done + " by a test");
    }
}
