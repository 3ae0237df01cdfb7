package com.couponengine.redis;

import com.couponengine.core.error.StoreUnavailableException;
import java.util.Collection;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.util.JedisClusterCRC16;

/** The masters of a cluster. Its map of slots is refreshed in the background, never on the time of a call. */
final class ClusterNodes implements Nodes {
    private final LazyProvider<ClusterConnectionProvider> provider;
    private final ExecutorService background;
    private final AtomicBoolean refreshing = new AtomicBoolean();

    ClusterNodes(Callable<ClusterConnectionProvider> opener, ExecutorService background) {
        this.provider = new LazyProvider<>(opener, background);
        this.background = background;
    }

    @Override
    public Connection connection(byte[] key, @Nullable HostAndPort movedTo, Deadline deadline) {
        ClusterConnectionProvider open = provider.get(deadline);
        int slot = JedisClusterCRC16.getSlot(key);
        @Nullable HostAndPort node = movedTo == null ? open.getNode(slot) : movedTo;
        if (node == null) {
            throw new StoreUnavailableException("no node of the cluster serves slot " + slot);
        }
        return open.getConnection(node);
    }

    @Override
    public void suspect() {
        @Nullable ClusterConnectionProvider open = provider.ifOpen();
        if (open == null || !refreshing.compareAndSet(false, true)) {
            return;
        }
        try {
            background.execute(() -> refresh(open));
        } catch (RejectedExecutionException e) {
            // The gate is being closed.
            refreshing.set(false);
        }
    }

    private void refresh(ClusterConnectionProvider open) {
        try {
            open.renewSlotCache();
        } catch (JedisException e) {
            // The next call that finds the map wrong asks again.
        } finally {
            refreshing.set(false);
        }
    }

    @Override
    public Collection<ConnectionPool> masters(Deadline deadline) {
        return provider.get(deadline).getPrimaryNodes().values();
    }

    @Override
    public void close() {
        provider.close();
    }
}
