package com.couponengine.redis.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.couponengine.redis.server.RedisServer.Persistence;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RedisServersIT {
    @Test
    void theSharedServerAnswersAndIsOne() throws Exception {
        RedisServer shared = RedisServer.shared();
        assertThat(RedisWire.command(shared.host(), shared.port(), "PING")).isEqualTo("PONG");
        assertThat(RedisServer.shared()).isSameAs(shared);
    }

    @Test
    void whatWasAnsweredSurvivesAKillWhenTheServerKeepsEverything() throws Exception {
        try (RedisServer server = RedisServer.start(Persistence.ALWAYS)) {
            command(server, "SET", "stock", "17");

            server.killNine();
            assertThat(server.isAlive()).isFalse();
            assertThatThrownBy(() -> command(server, "GET", "stock")).isInstanceOf(IOException.class);
            server.restart();

            assertThat(command(server, "GET", "stock")).isEqualTo("17");
        }
    }

    @Test
    void aServerWithoutPersistenceForgetsWhenKilledAndHasAnotherRunId() throws Exception {
        try (RedisServer server = RedisServer.start(Persistence.NONE)) {
            command(server, "SET", "stock", "17");
            String run = runId(server);

            server.killNine();
            server.restart();

            assertThat(command(server, "EXISTS", "stock")).isEqualTo("0");
            assertThat(runId(server)).isNotEqualTo(run);
        }
    }

    @Test
    void aPausedServerAcceptsConnectionsAndDoesNotAnswerUntilResumed() throws Exception {
        try (RedisServer server = RedisServer.start(Persistence.NONE)) {
            server.pause();
            assertThatThrownBy(() -> command(server, "PING")).isInstanceOf(SocketTimeoutException.class);
            server.resume();
            assertThat(command(server, "PING")).isEqualTo("PONG");
        }
    }

    @Test
    void aClusterLosesOnlyTheSlotsOfTheMasterThatIsGone() throws Exception {
        try (RedisClusterServers cluster = RedisClusterServers.start()) {
            String lost = "lost";
            int owner = cluster.ownerOf(lost);
            String kept = IntStream.range(0, 100)
                    .mapToObj(i -> "kept" + i)
                    .filter(key -> cluster.ownerOf(key) != owner)
                    .findFirst()
                    .orElseThrow();
            int keeper = cluster.ports().get(cluster.ownerOf(kept));

            cluster.killNine(owner);
            assertThat(RedisWire.command("127.0.0.1", keeper, "SET", kept, "1")).isEqualTo("OK");

            cluster.restart(owner);
            int ownersPort = cluster.ports().get(owner);
            assertThat(RedisWire.command("127.0.0.1", ownersPort, "SET", lost, "1"))
                    .isEqualTo("OK");
            assertThat(RedisWire.command("127.0.0.1", keeper, "GET", kept)).isEqualTo("1");
        }
    }

    @Test
    void theSentinelPromotesTheReplicaWhenTheMasterIsKilledAndTheOldMasterComesBackAsReplica() throws Exception {
        try (RedisSentinelServers servers = RedisSentinelServers.start()) {
            int old = servers.masterPort();
            RedisWire.command("127.0.0.1", old, "SET", "stock", "17");
            int replica = servers.replicaPort();
            await().until(() ->
                    RedisWire.command("127.0.0.1", replica, "GET", "stock").equals("17"));

            servers.killMaster();
            servers.awaitFailoverFrom(old);

            assertThat(servers.masterPort()).isEqualTo(replica);
            assertThat(RedisWire.command("127.0.0.1", replica, "GET", "stock")).isEqualTo("17");

            servers.restartDead();
            assertThat(RedisWire.command("127.0.0.1", old, "ROLE")).startsWith("slave");

            servers.failOver();
            assertThat(servers.masterPort()).isEqualTo(old);
        }
    }

    private static String runId(RedisServer server) throws IOException {
        return command(server, "INFO", "server")
                .lines()
                .filter(line -> line.startsWith("run_id:"))
                .findFirst()
                .orElseThrow();
    }

    private static String command(RedisServer server, String... words) throws IOException {
        return RedisWire.command(server.host(), server.port(), words);
    }
}
