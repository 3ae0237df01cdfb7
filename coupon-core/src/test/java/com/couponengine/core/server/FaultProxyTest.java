package com.couponengine.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FaultProxyTest {
    private final List<String> applied = new CopyOnWriteArrayList<>();
    private ServerSocket server;
    private Thread acceptor;
    private FaultProxy proxy;

    @BeforeEach
    void startAServerThatAnswersEveryLineWithOk() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        acceptor = daemon(() -> {
            while (true) {
                Socket client = server.accept();
                var unused = daemon(() -> serve(client));
            }
        });
        proxy = FaultProxy.before(server.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("fault-proxy")));
    }

    @Test
    void withoutAFaultEverythingPassesAndTheEndsOfConnectionsTooForManyAtOnce() throws Exception {
        try (Client first = new Client();
                Client second = new Client()) {
            assertThat(first.ask("a")).isEqualTo("ok a");
            assertThat(second.ask("b")).isEqualTo("ok b");
            assertThat(first.ask("c")).isEqualTo("ok c");
            assertThat(proxy.connections()).isEqualTo(2);
        }
        await().until(() -> proxy.connections() == 0);
        assertThat(proxy.faults()).isZero();
    }

    @Test
    void latencyDelaysARequest() throws Exception {
        try (Client client = new Client()) {
            proxy.latency(Duration.ofMillis(150));
            long start = System.nanoTime();
            assertThat(client.ask("a")).isEqualTo("ok a");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(150));
        }
    }

    @Test
    void aBlackHoleAnswersNothingAndItsTrafficArrivesLate() throws Exception {
        try (Client client = new Client()) {
            assertThat(client.ask("a")).isEqualTo("ok a");
            proxy.blackHole();

            assertThatThrownBy(() -> client.ask("late", 200)).isInstanceOf(SocketTimeoutException.class);
            assertThat(applied).containsExactly("a");

            proxy.normal();
            assertThat(client.read()).isEqualTo("ok late");
        }
    }

    @Test
    void anAnswerCanBeCutAfterTheServerHasAppliedTheRequest() throws Exception {
        try (Client client = new Client()) {
            proxy.cutAnswers();
            assertThatThrownBy(() -> client.ask("a")).isInstanceOf(SocketException.class);
            assertThat(applied).containsExactly("a");
        }
        proxy.normal();
        try (Client client = new Client()) {
            assertThat(client.ask("b")).isEqualTo("ok b");
        }
    }

    @Test
    void theAnswerToOneKindOfRequestCanBeCutOnce() throws Exception {
        proxy.cutAnswerTo("COMMIT");
        try (Client client = new Client()) {
            assertThat(client.ask("INSERT")).isEqualTo("ok INSERT");
            assertThatThrownBy(() -> client.ask("COMMIT")).isInstanceOf(SocketException.class);
        }
        try (Client client = new Client()) {
            assertThat(client.ask("COMMIT")).isEqualTo("ok COMMIT");
        }
        assertThat(applied).containsExactly("INSERT", "COMMIT", "COMMIT");
        assertThat(proxy.faults()).isEqualTo(1);
    }

    @Test
    void oneRequestCanBeHeldBackWhileOthersPass() throws Exception {
        proxy.holdRequest("COMMIT");
        try (Client held = new Client();
                Client other = new Client()) {
            assertThatThrownBy(() -> held.ask("COMMIT", 200)).isInstanceOf(SocketTimeoutException.class);
            assertThat(other.ask("COMMIT")).isEqualTo("ok COMMIT");
            assertThat(proxy.faults()).isEqualTo(1);

            proxy.normal();
            assertThat(held.read()).isEqualTo("ok COMMIT");
        }
    }

    @Test
    void aHeldRequestArrivesEvenWhenItsCallerHasGivenUp() throws Exception {
        proxy.holdRequest("COMMIT");
        try (Client client = new Client()) {
            assertThatThrownBy(() -> client.ask("COMMIT", 100)).isInstanceOf(SocketTimeoutException.class);
        }
        assertThat(applied).isEmpty();
        proxy.normal();
        await().until(() -> applied.contains("COMMIT"));
    }

    @Test
    void openConnectionsCanBeResetAndNewOnesRefused() throws Exception {
        try (Client client = new Client()) {
            assertThat(client.ask("a")).isEqualTo("ok a");
            proxy.refuse().resetAll();
            assertThatThrownBy(() -> client.ask("b")).isInstanceOf(SocketException.class);
        }
        assertThatThrownBy(() -> {
                    try (Client client = new Client()) {
                        client.ask("c");
                    }
                })
                .isInstanceOf(IOException.class);
        proxy.normal();
        try (Client client = new Client()) {
            assertThat(client.ask("d")).isEqualTo("ok d");
        }
        assertThat(applied).containsExactly("a", "d");
    }

    @Test
    void aServerThatIsNotThereResetsItsClients() throws Exception {
        server.close();
        acceptor.join(); // until it has left accept, the port still takes a connection
        try (Client client = new Client()) {
            assertThatThrownBy(() -> client.ask("a")).isInstanceOf(IOException.class);
        }
    }

    private void serve(Socket client) throws IOException {
        try (client) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                applied.add(line);
                client.getOutputStream().write(("ok " + line + "\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    private static Thread daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // The test is over, or cut this connection.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private interface Work {
        void run() throws IOException;
    }

    private final class Client implements AutoCloseable {
        private final Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        private final BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));

        private Client() throws IOException {}

        String ask(String line) throws IOException {
            return ask(line, 20_000);
        }

        String ask(String line, int timeoutMillis) throws IOException {
            socket.setSoTimeout(timeoutMillis);
            socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            return read();
        }

        String read() throws IOException {
            String answer = in.readLine();
            if (answer == null) {
                throw new IOException("closed");
            }
            return answer;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
