package com.couponengine.examples.benchmarks.grab;

import com.couponengine.examples.benchmarks.load.Contender;
import java.sql.Connection;
import java.time.Duration;
import javax.sql.DataSource;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.SetParams;

/**
 * The algorithm of the article that many shops follow: a mark in Redis, a count and a read in the database, a counter in
 * Redis, a conditional update and an insert in the database, and the mark set; the transaction stays open all the time.
 * Its races are left as they are.
 */
public record ArticleGrab(DataSource database, UnifiedJedis redis) implements Contender.Blocking {
    private static final String STOCK = "coupon:stock:" + ShopTables.TEMPLATE;
    private static final long MARK_SECONDS = Duration.ofDays(30).toSeconds();

    @Override
    public String name() {
        return "article";
    }

    @Override
    public void prepare() {
        redis.set(STOCK, "1000000000");
    }

    @Override
    public void once(long number) throws Exception {
        try (Connection connection = database.getConnection()) {
            String mark = "coupon:user:grab:" + ShopTables.TEMPLATE + ":" + number;
            boolean refused = redis.exists(mark)
                    || ShopStatements.countOfUser(connection, number) >= ShopTables.limit(connection);
            if (refused || redis.decr(STOCK) < 0) {
                throw new IllegalStateException("refused");
            }
            ShopStatements.countIssued(connection);
            ShopStatements.insert(connection, ShopTables.article(number), number, number);
            redis.set(mark, "1", SetParams.setParams().ex(MARK_SECONDS));
            connection.commit();
        }
    }
}
