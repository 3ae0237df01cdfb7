package com.couponengine.redis;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.providers.ConnectionProvider;

/** One master: at a fixed address, or wherever the Sentinels say. */
final class SingleNode implements Nodes {
    private final LazyProvider<ConnectionProvider> provider;

    SingleNode(Callable<ConnectionProvider> opener, ExecutorService background) {
        provider = new LazyProvider<>(opener, background);
    }

    @Override
    public Connection connection(byte[] key, @Nullable HostAndPort movedTo, Deadline deadline) {
        return provider.get(deadline).getConnection();
    }

    /** The idle connections lead to the same server as the broken one. */
    @Override
    public void suspect() {
        @Nullable ConnectionProvider open = provider.ifOpen();
        if (open != null) {
            pools(open).forEach(ConnectionPool::clear);
        }
    }

    @Override
    public Collection<ConnectionPool> masters(Deadline deadline) {
        return pools(provider.get(deadline));
    }

    private static List<ConnectionPool> pools(ConnectionProvider open) {
        return open.getPrimaryNodesConnectionMap().values().stream()
                .filter(ConnectionPool.class::isInstance)
                .map(ConnectionPool.class::cast)
                .toList();
    }

    @Override
    public void close() {
        provider.close();
    }
}
