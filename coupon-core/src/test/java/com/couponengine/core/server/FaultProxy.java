package com.couponengine.core.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy on the loopback address that spoils the traffic between a client and a server on demand. Faults last
 * until {@link #normal()}, but for those that say otherwise. Thread-safe.
 */
public final class FaultProxy implements AutoCloseable {
    private final String serverHost;
    private final int serverPort;
    private final ServerSocket acceptor;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final Gate blackHole = new Gate();
    private final AtomicReference<@Nullable Rule> rule = new AtomicReference<>();
    private final AtomicLong faults = new AtomicLong();
    private volatile Duration latency = Duration.ZERO;
    private volatile boolean cuttingAnswers;
    private volatile boolean refusing;
    private volatile boolean closed;

    private FaultProxy(String serverHost, int serverPort) {
        this.serverHost = serverHost;
        this.serverPort = serverPort;
        try {
            this.acceptor = new ServerSocket();
            acceptor.setReuseAddress(true);
            acceptor.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.next()), 1_024);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon("accept", this::accept);
    }

    /** A proxy before a server of the loopback address; the server need not run yet. */
    public static FaultProxy before(int serverPort) {
        return before("127.0.0.1", serverPort);
    }

    public static FaultProxy before(String serverHost, int serverPort) {
        return new FaultProxy(serverHost, serverPort);
    }

    /** The port of 127.0.0.1 for the client. */
    public int port() {
        return acceptor.getLocalPort();
    }

    /** Ends every fault. What a black hole or a held request kept back is delivered now, late. */
    public FaultProxy normal() {
        latency = Duration.ZERO;
        cuttingAnswers = false;
        refusing = false;
        rule.set(null);
        links.forEach(link -> link.held.open());
        blackHole.open();
        return this;
    }

    /** Every piece of a request reaches the server this much later. */
    public FaultProxy latency(Duration delay) {
        latency = delay;
        return this;
    }

    /** Nothing passes in either direction and nothing is refused, as when a network is cut: connections are accepted. */
    public FaultProxy blackHole() {
        blackHole.shut();
        return this;
    }

    /** Every request reaches the server, and the client gets a reset instead of the answer. */
    public FaultProxy cutAnswers() {
        cuttingAnswers = true;
        return this;
    }

    /**
     * As {@link #cutAnswers()}, once: for the next request that has this ASCII text in one piece, such as
     * {@code COMMIT}.
     */
    public FaultProxy cutAnswerTo(String text) {
        rule.set(new Rule(text, true));
        return this;
    }

    /** Once: the next request that has this ASCII text in one piece is kept back until {@link #normal()}. */
    public FaultProxy holdRequest(String text) {
        rule.set(new Rule(text, false));
        return this;
    }

    /** New connections are reset at once. */
    public FaultProxy refuse() {
        refusing = true;
        return this;
    }

    /** Resets the connections that are open now. */
    public FaultProxy resetAll() {
        links.forEach(Link::reset);
        return this;
    }

    /** How many connections are open. */
    public int connections() {
        return links.size();
    }

    /** How many answers were cut and requests held so far: a test waits for it to know that its fault has struck. */
    public long faults() {
        return faults.get();
    }

    @Override
    public void close() {
        closed = true;
        try {
            acceptor.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        resetAll();
        normal();
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = acceptor.accept();
                if (refusing) {
                    reset(client);
                } else {
                    open(client);
                }
            } catch (IOException e) {
                // Closed, or one client that went away early.
            }
        }
    }

    private void open(Socket client) {
        Socket server = new Socket();
        Link link = new Link(client, server);
        links.add(link);
        daemon("request", () -> {
            try {
                blackHole.pass();
                server.connect(new InetSocketAddress(serverHost, serverPort), 5_000);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                daemon("answer", () -> link.pump(server, client, link::answerMayPass));
                link.pump(client, server, link::requestMayPass);
            } catch (IOException | InterruptedException e) {
                link.reset();
            }
        });
        if (closed) {
            link.reset();
        }
    }

    private static void daemon(String role, Runnable work) {
        Thread thread = new Thread(work, "fault-proxy-" + role);
        thread.setDaemon(true);
        thread.start();
    }

    private static void reset(Socket socket) {
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // It is closed already.
        }
    }

    private final class Link {
        private final Socket client;
        private final Socket server;
        private final Gate held = new Gate();
        private volatile boolean cutsNextAnswer;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void pump(Socket from, Socket to, Filter filter) {
            byte[] buffer = new byte[16_384];
            try {
                InputStream in = from.getInputStream();
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                    if (!filter.mayPass(buffer, length)) {
                        reset();
                        return;
                    }
                    to.getOutputStream().write(buffer, 0, length);
                }
                to.shutdownOutput();
                if (from.isOutputShutdown()) {
                    end();
                }
            } catch (IOException | InterruptedException e) {
                reset();
            }
        }

        boolean requestMayPass(byte[] bytes, int length) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(latency.toNanos());
            @Nullable Rule current = rule.get();
            if (current != null && current.matches(bytes, length) && rule.compareAndSet(current, null)) {
                faults.incrementAndGet();
                if (current.cutsAnswer()) {
                    cutsNextAnswer = true;
                } else {
                    held.shut();
                }
            }
            held.pass();
            blackHole.pass();
            return true;
        }

        boolean answerMayPass(byte[] bytes, int length) throws InterruptedException {
            if (cuttingAnswers) {
                faults.incrementAndGet();
                return false;
            }
            if (cutsNextAnswer) {
                return false;
            }
            blackHole.pass();
            return true;
        }

        private void end() throws IOException {
            links.remove(this);
            client.close();
            server.close();
        }

        void reset() {
            links.remove(this);
            FaultProxy.reset(client);
            FaultProxy.reset(server);
            held.open();
        }
    }

    private record Rule(String text, boolean cutsAnswer) {
        boolean matches(byte[] bytes, int length) {
            return new String(bytes, 0, length, StandardCharsets.ISO_8859_1).contains(text);
        }
    }

    /** Open until shut; those who come while it is shut wait. */
    private static final class Gate {
        private boolean shut;

        synchronized void shut() {
            shut = true;
        }

        synchronized void open() {
            shut = false;
            notifyAll();
        }

        synchronized void pass() throws InterruptedException {
            while (shut) {
                wait();
            }
        }
    }

    @FunctionalInterface
    private interface Filter {
        boolean mayPass(byte[] bytes, int length) throws InterruptedException;
    }
}
