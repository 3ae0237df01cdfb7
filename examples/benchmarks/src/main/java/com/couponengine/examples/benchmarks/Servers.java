package com.couponengine.examples.benchmarks;

import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import com.couponengine.redis.server.RedisServer;

/**
 * The servers that all contenders of a run share: Redis without persistence, and a database that flushes every commit to
 * the disk and has room to work in.
 */
final class Servers implements AutoCloseable {
    final RedisServer redis;
    final SqlServer sql;
    /** The engine's own. */
    final SqlDatabase engineDatabase;
    /** With the engine's tables, for the measure of what the database can do. */
    final SqlDatabase ceilingDatabase;
    /** The other contenders'. */
    final SqlDatabase otherDatabase;

    Servers(SqlVariant variant) {
        redis = RedisServer.start(RedisServer.Persistence.NONE);
        sql = SqlServer.start(variant, options(variant));
        engineDatabase = sql.newDatabase();
        ceilingDatabase = sql.newDatabase();
        otherDatabase = sql.newDatabase();
    }

    private static String[] options(SqlVariant variant) {
        return switch (variant) {
            case MARIADB, MYSQL -> new String[] {"--innodb-buffer-pool-size=2G", "--innodb-log-file-size=1G"};
            case POSTGRESQL ->
                new String[] {"-c", "shared_buffers=1GB", "-c", "max_wal_size=8GB", "-c", "max_connections=200"};
            default -> throw new IllegalArgumentException(variant + " is not compared");
        };
    }

    @Override
    public void close() {
        sql.close();
        redis.close();
    }
}
