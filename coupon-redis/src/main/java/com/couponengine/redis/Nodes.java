package com.couponengine.redis;

import com.couponengine.core.error.StoreUnavailableException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;

/** Which server to ask, and pooled connections to it. Thread-safe. */
interface Nodes extends AutoCloseable {

    /**
     * A connection to the server of a key; closing it gives it back.
     *
     * @param movedTo where a server said that the key is now, or null
     * @throws JedisException or {@link StoreUnavailableException} if none can be had in time; nothing was sent
     */
    Connection connection(byte[] key, @Nullable HostAndPort movedTo, Deadline deadline);

    /** A connection broke, or a server was not what it was taken for: forget what may be out of date. Does not block. */
    void suspect();

    /** The pools of all masters. */
    Collection<ConnectionPool> masters(Deadline deadline);

    @Override
    void close();
}
