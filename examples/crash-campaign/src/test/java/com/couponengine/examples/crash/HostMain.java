package com.couponengine.examples.crash;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.core.EngineOptions.GateDown;
import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import com.couponengine.core.repair.ReconcileReport;
import com.couponengine.jdbc.JdbcCouponRepository;
import com.couponengine.redis.RedisStockGate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The program of a host: an engine that grabs what it is told over a connection, and tells every answer in a line of
 * its own. It ends with the connection.
 *
 * <pre>
 * open MILLIS GATE_DOWN                          opened
 * grab ID TEMPLATE USER REQUEST again|- wait|-   answer ID STATUS CODE|- MILLIS
 * reconcile                                      reconciled RESERVATIONS_UNDECIDED SHARES_UNREACHABLE
 * state                                          state CALLS_UNDER_WAY CONNECTIONS_ACTIVE CONNECTIONS_AWAITED
 * </pre>
 */
public final class HostMain {
    private final JdbcCouponRepository repository;
    private final RedisStockGate gate;
    private final BufferedReader in;
    private final Lines out;
    private final AtomicInteger underWay = new AtomicInteger();
    private final ExecutorService waiting = Executors.newCachedThreadPool(HostMain::daemon);
    private final ExecutorService notWaiting = Executors.newFixedThreadPool(4, HostMain::daemon);

    private @Nullable CouponEngine engine;

    private HostMain(JdbcCouponRepository repository, RedisStockGate gate, Socket socket) throws IOException {
        this.repository = repository;
        this.gate = gate;
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        out = new Lines(socket, () -> Runtime.getRuntime().halt(1)); // nobody is told any more
    }

    public static void main(String[] args) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
                RedisStockGate gate = gate(args[1]);
                JdbcCouponRepository repository = repository(args[2], args[3], args[4])) {
            new HostMain(repository, gate, socket).serve();
        }
    }

    static JdbcCouponRepository repository(String url, String user, String password) {
        return JdbcCouponRepository.builder()
                .database(url, user, password)
                .callLimit(Limits.DATABASE_CALL)
                .lockWaitLimit(Limits.DATABASE_LOCK_WAIT)
                .connectionWaitLimit(Limits.DATABASE_CONNECTION_WAIT)
                .installSchema()
                .open();
    }

    static RedisStockGate gate(String url) {
        return RedisStockGate.builder().uri(url).callTimeout(Limits.GATE_CALL).build();
    }

    private void serve() throws IOException {
        out.tell("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "open" -> open(Duration.ofMillis(Long.parseLong(words[1])), GateDown.valueOf(words[2]));
                case "grab" -> grab(words);
                case "reconcile" -> waiting.execute(this::reconcile);
                case "state" ->
                    out.tell("state " + underWay + " " + pool("ActiveConnections") + " "
                            + pool("ThreadsAwaitingConnection"));
                default -> throw new IOException("not understood: " + line);
            }
        }
    }

    private void open(Duration reservationLimit, GateDown gateDown) {
        if (engine != null) {
            engine.close();
        }
        engine = CouponEngine.builder()
                .repository(repository)
                .gate(gate)
                .options(EngineOptions.builder()
                        .callLimit(Limits.CALL)
                        .soldOutMax(Limits.SOLD_OUT)
                        .reconcileEvery(Limits.RECONCILE_EVERY)
                        .reservationLimit(reservationLimit)
                        .gateDown(gateDown)
                        .build())
                .build();
        out.tell("opened");
    }

    private void grab(String[] words) {
        GrabRequest request =
                new GrabRequest(Long.parseLong(words[3]), Long.parseLong(words[2]), words[4], words[5].equals("again"));
        CouponEngine grabbing = engine();
        underWay.incrementAndGet();
        if (words[6].equals("wait")) {
            waiting.execute(() -> {
                long start = System.nanoTime();
                answered(words[1], start, grabbing.grab(request));
            });
        } else {
            notWaiting.execute(() -> {
                long start = System.nanoTime();
                var unused = grabbing.grabAsync(request).thenAccept(result -> answered(words[1], start, result));
            });
        }
    }

    private void answered(String id, long start, GrabResult result) {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        String code = result.coupon() == null ? "-" : result.coupon().code().toString();
        GrabStatus status = result.status();
        out.tell("answer " + id + " " + status + " " + code + " " + millis);
        underWay.decrementAndGet();
    }

    private void reconcile() {
        try {
            ReconcileReport report = engine().reconciler().reconcile();
            out.tell("reconciled " + report.undecided().size() + " "
                    + report.unreachable().size());
        } catch (CouponEngineException e) {
            out.tell("reconciled 0 1");
        }
    }

    private CouponEngine engine() {
        if (engine == null) {
            throw new IllegalStateException("not open");
        }
        return engine;
    }

    /** What the pool says of its connections. */
    private static int pool(String attribute) {
        try {
            MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
            int sum = 0;
            for (ObjectName pool : beans.queryNames(new ObjectName("com.zaxxer.hikari:type=Pool (*)"), null)) {
                sum += (Integer) beans.getAttribute(pool, attribute);
            }
            return sum;
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "caller");
        thread.setDaemon(true);
        return thread;
    }
}
