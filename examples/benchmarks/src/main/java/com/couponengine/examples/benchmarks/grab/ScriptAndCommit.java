package com.couponengine.examples.benchmarks.grab;

import com.couponengine.examples.benchmarks.load.Contender;
import java.sql.Connection;
import java.util.List;
import javax.sql.DataSource;
import redis.clients.jedis.UnifiedJedis;

/**
 * The best that goes with one script and one commit for each grab: a script takes the unit and counts the user, then a
 * transaction inserts the coupon and, last, compares and sets the counter.
 */
public final class ScriptAndCommit implements Contender.Blocking {
    private static final String TAKE = """
            if redis.call('HINCRBY', KEYS[2], ARGV[1], 1) > 1 then return 0 end
            return redis.call('DECR', KEYS[1])""";
    private static final String STOCK = "shop:stock:{1}";

    private final DataSource database;
    private final UnifiedJedis redis;
    private final String script;

    public ScriptAndCommit(DataSource database, UnifiedJedis redis) {
        this.database = database;
        this.redis = redis;
        this.script = redis.scriptLoad(TAKE);
    }

    @Override
    public String name() {
        return "script + commit";
    }

    @Override
    public void prepare() {
        redis.set(STOCK, "1000000000");
    }

    @Override
    public void once(long number) throws Exception {
        Object left = redis.evalsha(
                script, List.of(STOCK, "shop:users:{1}:" + number % 100_000), List.of(Long.toString(number)));
        if (!(left instanceof Long units) || units <= 0) {
            throw new IllegalStateException("refused");
        }
        try (Connection connection = database.getConnection()) {
            ShopStatements.insert(connection, ShopTables.shop(number), number, number);
            ShopStatements.countIssued(connection);
            connection.commit();
        }
    }
}
