package com.couponengine.stats;

import com.couponengine.core.error.ConfigurationException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.util.JedisURIHelper;

/** Collects what {@link RedisCounters} needs: a client of the host or an address. Not thread-safe. */
public final class RedisCountersBuilder {
    private static final Duration TIMEOUT_MAX = Duration.ofMinutes(1);

    private @Nullable UnifiedJedis client;
    private @Nullable String uri;
    private Duration timeout = Duration.ofSeconds(2);
    private int connections = 8;
    private String prefix = "coupon:stats:";

    RedisCountersBuilder() {}

    /** A client that the host has set up, with timeouts, and closes itself: single node, Sentinel or Cluster. */
    public RedisCountersBuilder client(UnifiedJedis value) {
        client = value;
        return this;
    }

    /** The address of a single node: {@code redis://user:password@host:port/database}, or {@code rediss://}. */
    public RedisCountersBuilder uri(String value) {
        uri = value;
        return this;
    }

    /**
     * With an address: how long to wait for a connection of the pool, for the server to accept it, and for an answer,
     * each. 2 s by default; a call ends within three times that.
     */
    public RedisCountersBuilder timeout(Duration value) {
        timeout = value;
        return this;
    }

    /** With an address: the most connections. 8 by default. */
    public RedisCountersBuilder connectionsMax(int value) {
        connections = value;
        return this;
    }

    /** What the names of all keys start with. {@code coupon:stats:} by default. */
    public RedisCountersBuilder keyPrefix(String value) {
        prefix = value;
        return this;
    }

    /**
     * Makes the counters. Connects to nothing yet.
     *
     * @throws ConfigurationException naming every property that is wrong
     */
    public RedisCounters build() {
        List<String> problems = new ArrayList<>();
        if ((client == null) == (uri == null)) {
            problems.add("client, uri: exactly one must be given");
        }
        if (uri != null && !isRedis(uri)) {
            problems.add("uri: must be redis://host:port or rediss://host:port"); // it may have a password: not shown
        }
        if (timeout == null || timeout.compareTo(Duration.ofMillis(1)) < 0 || timeout.compareTo(TIMEOUT_MAX) > 0) {
            problems.add("timeout = " + timeout + ": must be 1 ms to " + TIMEOUT_MAX);
        }
        if (connections < 1) {
            problems.add("connectionsMax = " + connections + ": must be 1 or more");
        }
        if (prefix == null || prefix.contains("{") || prefix.contains("}")) {
            problems.add("keyPrefix = " + prefix + ": must be given and have no braces");
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return client != null
                ? new RedisCounters(client, false, prefix)
                : new RedisCounters(connect(URI.create(Objects.requireNonNull(uri))), true, prefix);
    }

    private UnifiedJedis connect(URI address) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(connections);
        pool.setMaxWait(timeout);
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .timeoutMillis(Math.toIntExact(timeout.toMillis()))
                .user(JedisURIHelper.getUser(address))
                .password(JedisURIHelper.getPassword(address))
                .database(JedisURIHelper.getDBIndex(address));
        if (JedisURIHelper.isRedisSSLScheme(address)) {
            config.sslOptions(SslOptions.defaults());
        }
        return RedisClient.builder()
                .clientConfig(config.build())
                .hostAndPort(JedisURIHelper.getHostAndPort(address))
                .poolConfig(pool)
                .build();
    }

    private static boolean isRedis(String address) {
        try {
            URI parsed = URI.create(address);
            return JedisURIHelper.isValid(parsed)
                    && (JedisURIHelper.isRedisScheme(parsed) || JedisURIHelper.isRedisSSLScheme(parsed));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
