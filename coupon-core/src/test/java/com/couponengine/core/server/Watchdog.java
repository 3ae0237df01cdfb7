package com.couponengine.core.server;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A shell that waits at the other end of a pipe. The pipe breaks when this JVM is gone, however it went, and then the
 * shell ends the server with a signal, and wakes it to receive that. A line through the pipe sends the shell away instead.
 */
final class Watchdog {
    private static final String SCRIPT =
            "trap '' HUP INT TERM; read -r line || { kill -\"$2\" \"$1\"; kill -CONT \"$1\"; }";

    private final Process shell;

    private Watchdog(Process shell) {
        this.shell = shell;
    }

    static Watchdog over(Process server, String signal) {
        try {
            return new Watchdog(new ProcessBuilder("sh", "-c", SCRIPT, "watchdog", Long.toString(server.pid()), signal)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            server.destroyForcibly();
            throw new UncheckedIOException(e);
        }
    }

    /** The server is dead; its number may soon belong to somebody else. */
    void dismiss() {
        try (OutputStream pipe = shell.getOutputStream()) {
            pipe.write("dismissed\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // The shell has gone already.
        }
    }
}
