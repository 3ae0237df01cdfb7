package com.couponengine.redis;

import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.pool2.PooledObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionFactory;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;

/**
 * Opens connections whose greeting (credentials, database) is under watch too: a server may answer it byte by byte.
 * Thread-safe.
 */
final class WatchedOpening extends ConnectionFactory {
    private final Sockets sockets;

    WatchedOpening(HostAndPort address, JedisClientConfig config, CallWatch watch, Duration callTimeout) {
        this(new Sockets(address, config, watch, Duration.ofMillis(2L * Deadline.partMillis(callTimeout))), config);
    }

    private WatchedOpening(Sockets sockets, JedisClientConfig config) {
        super(sockets, config);
        this.sockets = sockets;
    }

    @Override
    public PooledObject<Connection> makeObject() throws Exception {
        try {
            return super.makeObject();
        } finally {
            sockets.greetingIsOver();
        }
    }

    /** Watches each socket from its opening until the thread that opened it has greeted the server. */
    private static final class Sockets implements JedisSocketFactory {
        private final JedisSocketFactory plain;
        private final CallWatch watch;
        private final Duration limit;
        private final Map<Thread, CallWatch.Watched> greetings = new ConcurrentHashMap<>();

        Sockets(HostAndPort address, JedisClientConfig config, CallWatch watch, Duration limit) {
            this.plain = new DefaultJedisSocketFactory(address, config);
            this.watch = watch;
            this.limit = limit;
        }

        @Override
        public Socket createSocket() {
            Socket socket = plain.createSocket();
            greetings.put(Thread.currentThread(), watch.watch(socket, new Deadline(limit)));
            return socket;
        }

        void greetingIsOver() {
            CallWatch.Watched watched = greetings.remove(Thread.currentThread());
            if (watched != null) {
                watched.end();
            }
        }
    }
}
