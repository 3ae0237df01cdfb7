package com.couponengine.core.server;

import org.opentest4j.TestAbortedException;

/** The control of a server that may be used, not killed or frozen: somebody else runs it, or it is part of this JVM. */
public final class GivenServer implements ServerControl {
    private final String name;
    private final String why;

    /** A server that was given by its address. */
    public GivenServer(String name) {
        this(name, "it was given by its address");
    }

    /**
     * Any server that a test must leave alone.
     *
     * @param why the reason, for the test that wanted more
     */
    public GivenServer(String name, String why) {
        this.name = name;
        this.why = why;
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
        return new TestAbortedException(name + " cannot be " + done + " by a test: " + why);
    }
}
