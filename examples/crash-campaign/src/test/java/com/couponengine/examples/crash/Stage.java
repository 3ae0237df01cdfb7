package com.couponengine.examples.crash;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.core.server.FaultProxy;
import com.couponengine.jdbc.JdbcCouponRepository;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import com.couponengine.redis.RedisStockGate;
import com.couponengine.redis.server.RedisServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The servers and hosts of a campaign, and an engine of its own for administration. */
final class Stage implements AutoCloseable {
    private static final int HOSTS = 2;
    private static final Duration SOCKET_LIMIT = Duration.ofSeconds(5);

    final RedisServer redis;
    final RedisFile redisFile;
    final SqlServer server;
    /** For looking, past the proxies. */
    final SqlDatabase database;
    /** Each host's way to the database, in the order of the hosts. */
    final List<FaultProxy> proxies = new ArrayList<>();

    final List<HostProcess> hosts = new ArrayList<>();
    final RedisStockGate gate;
    final CouponEngine admin;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    Stage(SqlVariant variant) {
        try {
            redis = opened(RedisServer.start(RedisServer.Persistence.ALWAYS, "--auto-aof-rewrite-percentage", "0"));
            redisFile = opened(new RedisFile(redis));
            server = opened(SqlServer.start(variant));
            SqlDatabase direct = server.newDatabase();
            database = direct.with("socketTimeout="
                    + (variant == SqlVariant.POSTGRESQL ? SOCKET_LIMIT.toSeconds() : SOCKET_LIMIT.toMillis()));
            JdbcCouponRepository repository =
                    opened(HostMain.repository(direct.url(), direct.user(), direct.password()));
            gate = opened(HostMain.gate(redis.url()));
            admin = opened(CouponEngine.builder()
                    .repository(repository)
                    .gate(gate)
                    .options(EngineOptions.builder()
                            .reconcileEvery(Duration.ZERO)
                            .relayIdle(Duration.ofMinutes(1))
                            .build())
                    .build());
            for (int number = 1; number <= HOSTS; number++) {
                FaultProxy proxy = opened(FaultProxy.before(server.port()));
                proxies.add(proxy);
                hosts.add(opened(new HostProcess(number, direct.through(proxy), redis.url())));
            }
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.push(resource);
        return resource;
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                System.err.println("while tidying up: " + e);
            }
        }
    }

    @Override
    public String toString() {
        return "Redis " + redis + ", database " + server + ", " + HOSTS + " hosts";
    }
}
