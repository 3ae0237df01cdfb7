package com.couponengine.examples.benchmarks.grab;

import com.couponengine.examples.benchmarks.load.Contender;
import java.sql.Connection;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.redisson.Redisson;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A ready-made semaphore whose permits expire, and an insert for each grab. Nothing counts users but the unique key. */
public final class RedissonPermits implements Contender.Blocking {
    private final DataSource database;
    private final RedissonClient client;
    private final RPermitExpirableSemaphore permits;

    public RedissonPermits(DataSource database, String redisUrl, int connections) {
        Config config = new Config();
        config.useSingleServer()
                .setAddress(redisUrl)
                .setConnectionPoolSize(connections)
                .setConnectionMinimumIdleSize(connections);
        this.database = database;
        this.client = Redisson.create(config);
        this.permits = client.getPermitExpirableSemaphore("redisson:stock");
    }

    @Override
    public String name() {
        return "Redisson permits";
    }

    @Override
    public void prepare() {
        permits.trySetPermits(1_000_000_000);
    }

    @Override
    public void once(long number) throws Exception {
        if (permits.tryAcquire(0, 1, TimeUnit.HOURS) == null) {
            throw new IllegalStateException("refused");
        }
        try (Connection connection = database.getConnection()) {
            ShopStatements.insert(connection, ShopTables.shop(number), number, number);
            connection.commit();
        }
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
