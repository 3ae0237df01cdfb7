package com.couponengine.examples.flashsale;

import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.server.TempFolders;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlVariant;
import com.couponengine.kafka.KafkaChunkWorker;
import com.couponengine.kafka.KafkaEventPublisher;
import com.couponengine.redis.RedisStockGate;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A host that carries out chunks of mass issues, in a JVM of its own, until it is killed. */
final class MassIssueWorker implements AutoCloseable {
    static final String GROUP = "mass-issue";

    private final Path folder = TempFolders.create("mi");
    private final ServerProcess process;

    MassIssueWorker(SqlDatabase database, String redisUrl, String bootstrapServers, String chunks, String events) {
        process = ServerProcess.start(
                "mass-issue-worker",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx384m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        MassIssueWorker.class.getName(),
                        database.variant().name(),
                        database.url(),
                        database.user(),
                        database.password(),
                        redisUrl,
                        bootstrapServers,
                        chunks,
                        events),
                folder,
                Map.of(
                        "CLASSPATH",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
    }

    void killNine() {
        process.killNine();
    }

    void restart() {
        process.restart();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String lastWords() {
        return process.lastWords();
    }

    @Override
    public void close() {
        process.close();
        TempFolders.delete(folder);
    }

    /** The program of the child. */
    @SuppressWarnings("try") // the worker works by being open
    public static void main(String[] args) throws InterruptedException {
        SqlDatabase database = new SqlDatabase(SqlVariant.valueOf(args[0]), args[1], args[2], args[3]);
        try (RedisStockGate gate = RealHost.redisGate(args[4], database);
                KafkaEventPublisher events = new KafkaEventPublisher(Topics.settings(args[5], args[7]));
                RealHost host = new RealHost(database, gate, events);
                KafkaChunkWorker worker = new KafkaChunkWorker(
                        Topics.settings(args[5], args[6]),
                        GROUP,
                        host.engine.massIssue(),
                        (chunk, report) -> System.out.println(
                                "job " + chunk.jobId() + ", chunk " + chunk.number() + ": " + report.counts()))) {
            new CountDownLatch(1).await();
        }
    }
}
