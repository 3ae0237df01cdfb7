package com.couponengine.redis.server;

import com.couponengine.core.server.FreePorts;
import com.couponengine.core.server.ServerLadder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A real Redis Cluster of three masters without replicas, each owning a third of the slots. A master that is gone
 * takes only its own slots away. Nothing is kept over a restart but the nodes' places in the cluster.
 */
public final class RedisClusterServers implements AutoCloseable {
    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;
    private static final int BUS_OFFSET = 10_000;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final List<String> OPTIONS = List.of(
            "--save",
            "",
            "--cluster-enabled",
            "yes",
            "--cluster-node-timeout",
            "2000",
            "--cluster-require-full-coverage",
            "no");

    private final List<RedisNode> nodes;

    private RedisClusterServers(List<RedisNode> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** Starts a cluster of the caller's own and waits until every node knows all slots; the caller closes it. */
    public static RedisClusterServers start() {
        return ServerLadder.<RedisClusterServers>of("RedisCluster")
                .binaries(RedisNode.version(), () -> launched(RedisNode.unpacked()))
                .path("redis-server", () -> launched(RedisNode.onPath()))
                .climb();
    }

    private static RedisClusterServers launched(Path program) throws IOException {
        List<RedisNode> nodes = new ArrayList<>();
        for (int i = 0; i < MASTERS; i++) {
            nodes.add(RedisNode.start(program, FreePorts.next(BUS_OFFSET), OPTIONS));
        }
        RedisClusterServers cluster = new RedisClusterServers(nodes);
        try {
            nodes.forEach(RedisNode::await);
            cluster.join();
            return cluster;
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void join() throws IOException {
        for (int i = 0; i < MASTERS; i++) {
            RedisNode node = nodes.get(i);
            int first = i * SLOTS / MASTERS;
            int last = (i + 1) * SLOTS / MASTERS - 1;
            node.command("CLUSTER", "ADDSLOTSRANGE", Integer.toString(first), Integer.toString(last));
            node.command("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
            if (i > 0) {
                node.command("CLUSTER", "MEET", "127.0.0.1", Integer.toString(port(0)));
            }
        }
        awaitWhole();
    }

    /** Waits until every node sees all slots served, as after a restart. */
    public void awaitWhole() {
        for (RedisNode node : nodes) {
            node.process().await("whole cluster", START_LIMIT, () -> {
                List<String> info = node.command("CLUSTER", "INFO").lines().toList();
                return info.contains("cluster_state:ok")
                        && info.contains("cluster_slots_ok:" + SLOTS)
                        && info.contains("cluster_known_nodes:" + MASTERS);
            });
        }
    }

    /** The ports of the masters on 127.0.0.1. */
    public List<Integer> ports() {
        return nodes.stream().map(RedisNode::port).toList();
    }

    /** Which master owns the key: an index into {@link #ports()}. */
    public int ownerOf(String key) {
        try {
            int slot = Integer.parseInt(nodes.get(0).command("CLUSTER", "KEYSLOT", key));
            return IntStream.range(0, MASTERS)
                    .filter(i -> slot < (i + 1) * SLOTS / MASTERS)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends one master as {@code kill -9} does. */
    public void killNine(int master) {
        nodes.get(master).process().killNine();
    }

    /** Starts a killed master again, empty, and waits until the cluster is whole. */
    public void restart(int master) {
        nodes.get(master).process().restart();
        nodes.get(master).await();
        awaitWhole();
    }

    /** Freezes one master. */
    public void pause(int master) {
        nodes.get(master).process().pause();
    }

    /** Wakes one master. */
    public void resume(int master) {
        nodes.get(master).process().resume();
    }

    private int port(int master) {
        return nodes.get(master).port();
    }

    @Override
    public String toString() {
        return "masters on the ports " + ports();
    }

    @Override
    public void close() {
        nodes.forEach(RedisNode::close);
    }
}
