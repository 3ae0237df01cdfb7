package com.couponengine.stats.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.clickhouse.client.api.Client;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ClickHouseServerIT {

    @Test
    void rowsOutliveAKill() {
        try (ClickHouseServer server = ClickHouseServer.start()) {
            String database = server.newDatabase();
            String table = database + ".grabs";
            server.execute("CREATE TABLE " + table + " (id Int64, cents Int64) ENGINE = MergeTree ORDER BY id");
            server.execute("INSERT INTO " + table + " VALUES (1, 1234), (2, 1234)");

            server.killNine();
            assertThat(server.isAlive()).isFalse();
            assertThatThrownBy(() -> server.execute("SELECT 1")).hasMessageContaining("does not answer");
            server.restart();

            server.execute("INSERT INTO " + table + " VALUES (3, 1234)");
            assertThat(server.execute("SELECT count(), sum(cents) FROM " + table))
                    .isEqualTo("3\t3702");
        }
    }

    @Test
    void aFrozenServerAnswersNothingAndGoesOnWhenWoken() {
        try (ClickHouseServer server = ClickHouseServer.start()) {
            server.pause();
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> server.execute("SELECT 1"));
            assertThat(answer).failsWithin(Duration.ofMillis(300)).withThrowableOfType(TimeoutException.class);
            assertThat(server.isAlive()).isTrue();

            server.resume();

            assertThat(answer).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("1");
        }
    }

    @Test
    void theClientLibraryReadsWhatWasWrittenAroundIt() {
        ClickHouseServer server = ClickHouseServer.shared();
        String database = server.newDatabase();
        server.execute("CREATE TABLE " + database + ".t (id Int64) ENGINE = MergeTree ORDER BY id");
        server.execute("INSERT INTO " + database + ".t VALUES (7)");
        try (Client client = new Client.Builder()
                .addEndpoint(server.url())
                .setUsername(server.user())
                .setPassword(server.password())
                .setDefaultDatabase(database)
                .build()) {
            assertThat(client.queryAll("SELECT id FROM t"))
                    .singleElement()
                    .satisfies(row -> assertThat(row.getLong("id")).isEqualTo(7));
        }
        assertThat(ClickHouseServer.shared()).isSameAs(server);
    }

    @Test
    void everyTestHasADatabaseOfItsOwnThatKeepsTables() {
        ClickHouseServer server = ClickHouseServer.shared();
        String one = server.newDatabase();
        String other = server.newDatabase();
        assertThat(one).isNotEqualTo(other);
        assertThat(server.execute("SELECT engine FROM system.databases WHERE name = '" + one + "'"))
                .isEqualTo("Atomic");
        assertThatThrownBy(() -> server.execute("SELECT * FROM " + one + ".absent"))
                .hasMessageContaining("UNKNOWN_TABLE");
    }
}
