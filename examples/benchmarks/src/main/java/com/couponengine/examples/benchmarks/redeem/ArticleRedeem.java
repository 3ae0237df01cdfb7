package com.couponengine.examples.benchmarks.redeem;

import com.couponengine.examples.benchmarks.grab.ShopTables;
import com.couponengine.examples.benchmarks.load.Contender;
import java.sql.Connection;
import java.time.Duration;
import javax.sql.DataSource;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.SetParams;

/**
 * The redeem of the article: a mark in Redis for order and coupon, then the row locked, the template read, and the row
 * compared and set. Its message to Kafka is left out, in its favour.
 */
public final class ArticleRedeem implements Contender.Blocking {
    private static final long MARK_SECONDS = Duration.ofDays(1).toSeconds();

    private final DataSource database;
    private final UnifiedJedis redis;
    private final ShopCoupons coupons;

    public ArticleRedeem(DataSource database, UnifiedJedis redis) {
        this.database = database;
        this.redis = redis;
        this.coupons = new ShopCoupons(database, "article_coupon_", 5_000_000_000L);
    }

    @Override
    public String name() {
        return "article";
    }

    @Override
    public void prepare() throws Exception {
        coupons.fill();
    }

    @Override
    public void once(long number) throws Exception {
        Unused.Owned coupon = coupons.unused.take();
        try (Connection connection = database.getConnection()) {
            String mark = "coupon:use:" + number + ":" + coupon.code();
            boolean first = redis.set(mark, "1", SetParams.setParams().nx().ex(MARK_SECONDS)) != null;
            if (!first || !coupons.lock(connection, coupon) || ShopTables.limit(connection) < 1) {
                throw new IllegalStateException("refused");
            }
            coupons.use(connection, coupon, number);
            connection.commit();
        }
    }
}
