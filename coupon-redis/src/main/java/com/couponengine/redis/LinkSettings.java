package com.couponengine.redis;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;
import redis.clients.jedis.providers.SentineledConnectionProvider;
import redis.clients.jedis.util.Delay;
import redis.clients.jedis.util.JedisURIHelper;

/** How the servers are reached: what the builder was told, and the link that comes of it. */
final class LinkSettings {
    private static final Duration CALL_TIMEOUT_MIN = Duration.ofMillis(100);
    private static final Duration CALL_TIMEOUT_MAX = Duration.ofMinutes(1);
    private static final Duration TOPOLOGY_REFRESH = Duration.ofSeconds(30);
    private static final Delay SENTINEL_RETRY = Delay.constant(Duration.ofMillis(500));

    @Nullable
    String uri;

    @Nullable
    List<String> clusterNodes;

    @Nullable
    String masterName;

    List<String> sentinels = List.of();

    @Nullable
    UnifiedJedis client;

    @Nullable
    JedisClientConfig config;

    @Nullable
    JedisClientConfig sentinelConfig;

    Duration callTimeout = Duration.ofSeconds(1);
    int connections = 8;

    /** Everything that is wrong, each starting with the property's name. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        int ways = (uri == null ? 0 : 1)
                + (clusterNodes == null ? 0 : 1)
                + (masterName == null ? 0 : 1)
                + (client == null ? 0 : 1);
        if (ways != 1) {
            problems.add("uri, cluster, sentinel, client: exactly one of them must be set, not " + ways);
        }
        if (uri != null && !isRedisUri(uri)) {
            problems.add("uri: must look like redis://host:6379");
        }
        if (clusterNodes != null) {
            addressProblems("cluster", clusterNodes, problems);
        }
        if (masterName != null) {
            addressProblems("sentinel", sentinels, problems);
            if (masterName.isBlank()) {
                problems.add("sentinel: the master's name must not be blank");
            }
        }
        if (callTimeout == null
                || callTimeout.compareTo(CALL_TIMEOUT_MIN) < 0
                || callTimeout.compareTo(CALL_TIMEOUT_MAX) > 0) {
            problems.add(
                    "callTimeout = " + callTimeout + ": must be from " + CALL_TIMEOUT_MIN + " to " + CALL_TIMEOUT_MAX);
        }
        if (connections < 1) {
            problems.add("connections = " + connections + ": must be at least 1");
        }
        return problems;
    }

    /** The link. The settings must be right. */
    RedisLink link() {
        if (client != null) {
            return new HostLink(client);
        }
        ExecutorService background = background();
        CallWatch watch = new CallWatch(callTimeout);
        return new PooledLink(nodes(background, watch), watch, background::shutdown);
    }

    private Nodes nodes(ExecutorService background, CallWatch watch) {
        if (uri != null) {
            URI address = URI.create(uri);
            JedisClientConfig byUri = uriConfig(address);
            return new SingleNode(
                    () -> new PooledConnectionProvider(
                            new WatchedOpening(JedisURIHelper.getHostAndPort(address), byUri, watch, callTimeout),
                            poolConfig()),
                    background);
        }
        JedisClientConfig own = limited(config);
        if (clusterNodes != null) {
            Set<HostAndPort> nodes = addresses(clusterNodes);
            return new ClusterNodes(
                    () -> new ClusterConnectionProvider(nodes, own, poolConfig(), TOPOLOGY_REFRESH), background);
        }
        String name = String.valueOf(masterName);
        Set<HostAndPort> watchers = addresses(sentinels);
        JedisClientConfig watcherConfig = limited(sentinelConfig);
        return new SingleNode(
                () -> new SentineledConnectionProvider(
                        name, own, poolConfig(), watchers, watcherConfig, SENTINEL_RETRY),
                background);
    }

    /** What the address says of user, password, database and TLS comes on top of the host's settings. */
    private JedisClientConfig uriConfig(URI address) {
        DefaultJedisClientConfig.Builder builder = builder(config);
        if (JedisURIHelper.getPassword(address) != null) {
            builder.user(JedisURIHelper.getUser(address)).password(JedisURIHelper.getPassword(address));
        }
        if (JedisURIHelper.hasDbIndex(address)) {
            builder.database(JedisURIHelper.getDBIndex(address));
        }
        if (JedisURIHelper.isRedisSSLScheme(address) && (config == null || config.getSslOptions() == null)) {
            builder.sslOptions(SslOptions.defaults());
        }
        return limited(builder.build());
    }

    /** A connection that needs no credentials is ready as soon as it is open: the greeting is left out. */
    private JedisClientConfig limited(@Nullable JedisClientConfig base) {
        return builder(base)
                .resp2()
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .connectionTimeoutMillis(Deadline.partMillis(callTimeout))
                .socketTimeoutMillis(Deadline.partMillis(callTimeout))
                .build();
    }

    private static DefaultJedisClientConfig.Builder builder(@Nullable JedisClientConfig base) {
        DefaultJedisClientConfig.Builder builder = DefaultJedisClientConfig.builder();
        return base == null ? builder : builder.from(base);
    }

    private ConnectionPoolConfig poolConfig() {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(connections);
        pool.setMaxIdle(connections);
        pool.setMaxWait(Duration.ofMillis(Deadline.partMillis(callTimeout)));
        pool.setJmxEnabled(false);
        return pool;
    }

    /** One thread, there only while it has something to do. */
    private static ExecutorService background() {
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "coupon-redis-topology");
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private static boolean isRedisUri(String uri) {
        try {
            URI parsed = URI.create(uri);
            return JedisURIHelper.isValid(parsed)
                    && (JedisURIHelper.isRedisScheme(parsed) || JedisURIHelper.isRedisSSLScheme(parsed));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static void addressProblems(String property, Collection<String> addresses, List<String> problems) {
        if (addresses.isEmpty()) {
            problems.add(property + ": at least one host:port is needed");
        }
        for (String address : addresses) {
            if (address == null || !address.matches(".+:\\d{1,5}")) {
                problems.add(property + " = " + address + ": must look like host:6379");
            }
        }
    }

    private static Set<HostAndPort> addresses(Collection<String> addresses) {
        Set<HostAndPort> parsed = new LinkedHashSet<>();
        addresses.forEach(address -> parsed.add(HostAndPort.from(address)));
        return parsed;
    }
}
