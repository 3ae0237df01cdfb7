package com.couponengine.kafka.server;

import com.couponengine.core.server.ContainerServer;
import com.couponengine.core.server.FreePorts;
import com.couponengine.core.server.GivenServer;
import com.couponengine.core.server.ServerCache;
import com.couponengine.core.server.ServerControl;
import com.couponengine.core.server.ServerLadder;
import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.server.SharedServer;
import com.couponengine.core.server.TempFolders;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Node;

/**
 * One real Kafka, broker and controller in one. Where it comes from is told by {@link ServerLadder}: by default from
 * the test class path, in a JVM of its own. The settings are {@code it.kafka.url} (the bootstrap servers,
 * {@code host:port,…}) and {@code it.kafka.image}. Thread-safe.
 */
public final class KafkaServer implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final int CALL_MILLIS = 5_000;
    private static final SharedServer<KafkaServer> SHARED = new SharedServer<>(() -> climb(true));

    private final ServerControl control;
    private final String bootstrapServers;
    private final Runnable cleanUp;

    private KafkaServer(ServerControl control, String bootstrapServers, Runnable cleanUp) {
        this.control = control;
        this.bootstrapServers = bootstrapServers;
        this.cleanUp = cleanUp;
    }

    /**
     * The server that the tests of this JVM share, possibly given by its address. Keep to topics and groups of your
     * own, never kill it.
     */
    public static KafkaServer shared() {
        return SHARED.get();
    }

    /** A server of the caller's own, which may be killed and frozen; the caller closes it. */
    public static KafkaServer start() {
        return climb(false);
    }

    private static KafkaServer climb(boolean mayBeGiven) {
        String image = Objects.requireNonNullElse(ServerLadder.setting("it.kafka.image"), "apache/kafka:" + version());
        ServerLadder<KafkaServer> ladder = ServerLadder.of("Kafka");
        if (mayBeGiven) {
            ladder.address(KafkaServer::given);
        }
        return ladder.container(image, () -> contained(image))
                .binaries(version(), KafkaServer::launched)
                .climb();
    }

    private static KafkaServer given(String bootstrapServers) throws Exception {
        KafkaServer server = new KafkaServer(new GivenServer("Kafka"), bootstrapServers, () -> {});
        try (Admin admin = server.admin()) {
            admin.describeCluster().nodes().get();
        }
        return server;
    }

    /** Clients are sent to the address that the broker tells them, so its port is the same inside and outside. */
    private static KafkaServer contained(String image) throws Exception {
        int port = FreePorts.next();
        BrokerSettings settings =
                new BrokerSettings("0.0.0.0", ContainerServer.engineHost(), port, 9093, Path.of("/tmp/coupon-kafka"));
        ContainerServer container = ContainerServer.start(image, port, port, settings.asEnvironment(), List.of());
        return ready(new KafkaServer(container, settings.host() + ":" + port, () -> {}));
    }

    private static KafkaServer launched() throws Exception {
        ServerCache.requireResource("kafka/Kafka.class");
        Path folder = TempFolders.create("kafka");
        BrokerSettings settings = new BrokerSettings(
                "127.0.0.1", "127.0.0.1", FreePorts.next(), FreePorts.next(), folder.resolve("data"));
        ServerProcess process = ServerProcess.start(
                "kafka",
                command(settings.writeTo(folder.resolve("server.properties"))),
                folder,
                Map.of("CLASSPATH", classPath()));
        return ready(
                new KafkaServer(process, settings.host() + ":" + settings.port(), () -> TempFolders.delete(folder)));
    }

    private static KafkaServer ready(KafkaServer server) {
        try {
            server.await();
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static List<String> command(Path settings) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                KafkaBroker.class.getName(),
                settings.toString());
    }

    /** Surefire and Failsafe hide the class path in the manifest of a jar and tell it in a property. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static String version() {
        try (InputStream in = Admin.class.getResourceAsStream("/kafka/kafka-version.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What clients need as {@code bootstrap.servers}; it stays the same over restarts. */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    /**
     * Makes a topic and waits until all its partitions can be written to.
     *
     * @throws IllegalStateException when the topic exists or the server does not answer
     */
    public void createTopic(String name, int partitions) {
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot create topic " + name + " in " + control, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        awaitLeaders();
    }

    /** Ends the server as {@code kill -9} does. */
    public void killNine() {
        control.killNine();
    }

    /** Starts the killed server again on the same port and data, and waits until every partition can be used. */
    public void restart() {
        control.restart();
        await();
    }

    /** Freezes the server: connections stay open, nothing answers. */
    public void pause() {
        control.pause();
    }

    /** Wakes the frozen server. */
    public void resume() {
        control.resume();
    }

    /** Whether the process is there, frozen or not. */
    public boolean isAlive() {
        return control.isAlive();
    }

    @Override
    public void close() {
        control.close();
        cleanUp.run();
    }

    @Override
    public String toString() {
        return bootstrapServers;
    }

    private void await() {
        // The port opens when the controller has taken the broker in; a client that knocks before only fills the log.
        String[] hostAndPort = bootstrapServers.split(":", 2);
        control.await("open port", START_LIMIT, () -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(hostAndPort[0], Integer.parseInt(hostAndPort[1])), CALL_MILLIS);
                return true;
            }
        });
        awaitLeaders();
    }

    private void awaitLeaders() {
        try (Admin admin = admin()) {
            control.await("leader of every partition", START_LIMIT, () -> everyPartitionHasALeader(admin));
        }
    }

    private Admin admin() {
        return Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, CALL_MILLIS,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, CALL_MILLIS));
    }

    private static boolean everyPartitionHasALeader(Admin admin) throws ExecutionException, InterruptedException {
        Collection<Node> brokers = admin.describeCluster().nodes().get();
        Collection<String> topics = admin.listTopics(new ListTopicsOptions().listInternal(true))
                .names()
                .get();
        return !brokers.isEmpty()
                && admin.describeTopics(topics).allTopicNames().get().values().stream()
                        .flatMap(topic -> topic.partitions().stream())
                        .allMatch(partition -> partition.leader() != null
                                && !partition.leader().isEmpty());
    }
}
