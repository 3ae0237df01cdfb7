package com.couponengine.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import com.couponengine.kafka.server.KafkaServer;
import com.couponengine.redis.server.RedisServer;
import com.couponengine.stats.server.ClickHouseServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program with the addresses of real servers. */
@Timeout(180)
class ProgramIT {
    private final String kafka = KafkaServer.shared().bootstrapServers();

    @TempDir
    private Path folder;

    @Test
    void aHistoryThatCannotBeWrittenIsOneLineAndTheTemporaryDatabaseIsRemoved() throws Exception {
        try (RedisServer redis = RedisServer.start(RedisServer.Persistence.NONE);
                Socket nobodyListens = new Socket()) {
            nobodyListens.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

            ProgramRun run = ProgramRun.in(
                    folder,
                    List.of(
                            "--redis=" + redis.url(),
                            "--kafka=" + kafka,
                            "--kafka-topic=" + Topics.create("unheard", 1),
                            "--clickhouse=http://127.0.0.1:" + nobodyListens.getLocalPort()));

            assertThat(run.errors())
                    .filteredOn(line -> !line.startsWith("[main] WARN " + Shop.class.getName() + " - redis: "))
                    .singleElement()
                    .asString()
                    .startsWith("flash-sale: --clickhouse: StoreUnavailableException: ")
                    .contains("refused");
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.left()).isEmpty();
        }
    }

    @Test
    void aSaleOnMariaDbRedisAndKafkaIsCountedInClickHouseAndKeepsItsGuarantees() throws Exception {
        SqlDatabase database = SqlServer.shared(SqlVariant.MARIADB).newDatabase();
        ClickHouseServer clickHouse = ClickHouseServer.shared();
        try (RedisServer redis = RedisServer.start(RedisServer.Persistence.NONE)) {
            ProgramRun run = ProgramRun.in(
                    folder,
                    List.of(
                            "--lines=3000",
                            "--stock=500",
                            "--seed=11",
                            "--db=" + database.url(),
                            "--db-user=" + database.user(),
                            "--db-password=" + database.password(),
                            "--redis=" + redis.url(),
                            "--kafka=" + kafka,
                            "--kafka-topic=" + Topics.create("program", 4),
                            "--clickhouse=" + clickHouse.url(),
                            "--clickhouse-database=" + clickHouse.newDatabase()));

            assertThat(run.exitCode()).as("%s", run).isZero();
            assertThat(run.out())
                    .contains("500 of 500", "STATISTICS", "issued=500")
                    .doesNotContain("BROKEN");
            assertThat(run.left()).isEmpty();
        }
    }
}
