package com.couponengine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.couponengine.core.error.StoreUnavailableException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that never ends an answer: a byte at a time, each of them in time. */
@Timeout(60)
class DrippingServerTest {
    private static final Duration CALL_TIMEOUT = Duration.ofMillis(800);
    /** Ten seconds: without a limit the test ends all the same. */
    private static final int BYTES_MAX = 500;

    private ServerSocket server;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread acceptor = new Thread(
                () -> {
                    try {
                        while (true) {
                            Socket client = server.accept();
                            Thread drip = new Thread(() -> drip(client), "dripping");
                            drip.setDaemon(true);
                            drip.start();
                        }
                    } catch (IOException e) {
                        // The test is over.
                    }
                },
                "dripping-acceptor");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void drip(Socket client) {
        try (client) {
            OutputStream out = client.getOutputStream();
            out.write('+');
            for (int i = 0; i < BYTES_MAX && !server.isClosed(); i++) {
                TimeUnit.MILLISECONDS.sleep(20);
                out.write('x');
                out.flush();
            }
        } catch (IOException | InterruptedException e) {
            // The client gave up.
        }
    }

    private void refusedInTime(String address) {
        try (RedisStockGate gate =
                RedisStockGate.builder().uri(address).callTimeout(CALL_TIMEOUT).build()) {
            for (int i = 0; i < 3; i++) {
                long start = System.nanoTime();
                StoreUnavailableException failure =
                        catchThrowableOfType(StoreUnavailableException.class, () -> gate.view(TestGates.newShare()));
                assertThat(failure).isNotNull();
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(CALL_TIMEOUT.plusSeconds(3));
            }
        }
    }

    @Test
    void aGreetingThatDripsIsRefusedWithinTheCallTimeout() {
        refusedInTime("redis://user:password@127.0.0.1:" + server.getLocalPort());
    }

    @Test
    void anAnswerThatDripsIsRefusedWithinTheCallTimeout() {
        refusedInTime("redis://127.0.0.1:" + server.getLocalPort());
    }
}
