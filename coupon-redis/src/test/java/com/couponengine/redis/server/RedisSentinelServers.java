package com.couponengine.redis.server;

import com.couponengine.core.server.FreePorts;
import com.couponengine.core.server.ServerLadder;
import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.server.TempFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A real Redis master and its replica, watched by one Sentinel which alone decides on a failover. Nothing is kept over
 * a restart: what the new master has, it has from replication.
 */
public final class RedisSentinelServers implements AutoCloseable {
    private static final String MASTER_NAME = "coupons";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final List<String> OPTIONS = List.of("--save", "", "--repl-diskless-sync-delay", "0");

    private final RedisNode first;
    private final RedisNode second;
    private final ServerProcess sentinel;
    private final int sentinelPort;
    private final Path sentinelFolder;

    private RedisSentinelServers(Path program) throws IOException {
        first = RedisNode.start(program, FreePorts.next(), OPTIONS);
        second = RedisNode.start(program, FreePorts.next(), OPTIONS);
        sentinelPort = FreePorts.next();
        sentinelFolder = TempFolders.create("rs");
        Path configuration = Files.writeString(sentinelFolder.resolve("sentinel.conf"), """
                port %2$d
                bind 127.0.0.1
                dir %3$s
                sentinel monitor %1$s 127.0.0.1 %4$d 1
                sentinel down-after-milliseconds %1$s 1500
                sentinel failover-timeout %1$s 5000
                """.formatted(
                        MASTER_NAME, sentinelPort, sentinelFolder, first.port()));
        sentinel = ServerProcess.start(
                "sentinel",
                List.of(program.toString(), configuration.toString(), "--sentinel"),
                sentinelFolder,
                Map.of());
    }

    /** Starts a pair of the caller's own and waits until the Sentinel could fail over; the caller closes it. */
    public static RedisSentinelServers start() {
        return ServerLadder.<RedisSentinelServers>of("RedisSentinel")
                .binaries(RedisNode.version(), () -> launched(RedisNode.unpacked()))
                .path("redis-server", () -> launched(RedisNode.onPath()))
                .climb();
    }

    private static RedisSentinelServers launched(Path program) throws IOException {
        RedisSentinelServers servers = new RedisSentinelServers(program);
        try {
            servers.first.await();
            servers.second.await();
            servers.sentinel.awaitPort(servers.sentinelPort, LIMIT);
            servers.second.command("REPLICAOF", "127.0.0.1", Integer.toString(servers.first.port()));
            servers.hurry();
            servers.awaitReplica();
            return servers;
        } catch (IOException | RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    /** Asks the nodes how they are several times a second, not every ten seconds. A Sentinel before 7.0 cannot. */
    private void hurry() {
        try {
            RedisWire.command(
                    "127.0.0.1",
                    sentinelPort,
                    "SENTINEL",
                    "DEBUG",
                    "INFO-PERIOD",
                    "200",
                    "PING-PERIOD",
                    "200",
                    "PUBLISH-PERIOD",
                    "200");
        } catch (IOException e) {
            System.out.println("the Sentinel cannot hurry: " + e.getMessage());
        }
    }

    /** The name that clients ask the Sentinel for. */
    public String masterName() {
        return MASTER_NAME;
    }

    /** The Sentinel's port on 127.0.0.1. */
    public int sentinelPort() {
        return sentinelPort;
    }

    /** The port of the node that the Sentinel calls the master now. */
    public int masterPort() {
        try {
            String address =
                    RedisWire.command("127.0.0.1", sentinelPort, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER_NAME);
            return Integer.parseInt(address.lines().toList().get(1));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The port of the other node. */
    public int replicaPort() {
        return masterPort() == first.port() ? second.port() : first.port();
    }

    /** Ends the master as {@code kill -9} does; the Sentinel will notice and promote the replica. */
    public void killMaster() {
        master().process().killNine();
    }

    /**
     * Lets nothing more reach the replica: what the master takes from now on is lost in a failover. The replica shows a
     * password that the master does not have.
     */
    public void cutReplication() {
        RedisNode replica = masterPort() == first.port() ? second : first;
        sentinel.await("cut replication", LIMIT, () -> {
            replica.command("CONFIG", "SET", "masterauth", "none-such");
            master().command("CLIENT", "KILL", "TYPE", "replica");
            return replica.command("INFO", "replication").contains("master_link_status:down");
        });
    }

    /** Freezes the master. */
    public void pauseMaster() {
        master().process().pause();
    }

    /** Wakes whichever node is frozen. */
    public void resumeAll() {
        first.process().resume();
        second.process().resume();
    }

    /** Starts whichever node is dead, empty, and waits until the Sentinel has made it follow the master. */
    public void restartDead() {
        for (RedisNode node : List.of(first, second)) {
            if (!node.process().isAlive()) {
                node.process().restart();
                node.await();
            }
        }
        awaitReplica();
    }

    /** Waits until another node than the one on this port is the master and accepts writes. */
    public void awaitFailoverFrom(int oldMasterPort) {
        RedisNode other = first.port() == oldMasterPort ? second : first;
        sentinel.await(
                "failover",
                LIMIT,
                () -> masterPort() == other.port() && other.command("ROLE").startsWith("master"));
    }

    /** Hands the master's part to the replica while both are well, and waits until that is done. */
    public void failOver() {
        int old = masterPort();
        sentinel.await(
                "order to fail over",
                LIMIT,
                () -> RedisWire.command("127.0.0.1", sentinelPort, "SENTINEL", "FAILOVER", MASTER_NAME)
                        .equals("OK"));
        awaitFailoverFrom(old);
    }

    /** Waits until the replica has caught up and the Sentinel knows it. */
    public void awaitReplica() {
        sentinel.await("replica in step", LIMIT, () -> {
            RedisNode replica = masterPort() == first.port() ? second : first;
            String known = RedisWire.command("127.0.0.1", sentinelPort, "SENTINEL", "REPLICAS", MASTER_NAME);
            return replica.command("INFO", "replication").contains("master_link_status:up")
                    && known.contains(Integer.toString(replica.port()))
                    && known.contains("\nok\n");
        });
    }

    private RedisNode master() {
        return masterPort() == first.port() ? first : second;
    }

    @Override
    public String toString() {
        return "Sentinel on port " + sentinelPort;
    }

    @Override
    public void close() {
        sentinel.close();
        first.close();
        second.close();
        TempFolders.delete(sentinelFolder);
    }
}
