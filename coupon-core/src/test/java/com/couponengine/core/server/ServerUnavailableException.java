package com.couponengine.core.server;

/** Says that one rung of the {@link ServerLadder} cannot be had on this machine, and why: the next rung is tried. */
public final class ServerUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Gives up this rung.
     *
     * @param reason one line for the person who wonders why the server was not used
     */
    public ServerUnavailableException(String reason) {
        super(reason);
    }
}
