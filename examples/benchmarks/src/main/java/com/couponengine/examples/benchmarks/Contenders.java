package com.couponengine.examples.benchmarks;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.examples.benchmarks.grab.ArticleGrab;
import com.couponengine.examples.benchmarks.grab.BatchedInserts;
import com.couponengine.examples.benchmarks.grab.CommitSize;
import com.couponengine.examples.benchmarks.grab.EngineGrab;
import com.couponengine.examples.benchmarks.grab.GateReservations;
import com.couponengine.examples.benchmarks.grab.RedissonPermits;
import com.couponengine.examples.benchmarks.grab.ScriptAndCommit;
import com.couponengine.examples.benchmarks.grab.ShopTables;
import com.couponengine.examples.benchmarks.grab.UpdateAndInsert;
import com.couponengine.examples.benchmarks.load.Contender;
import com.couponengine.examples.benchmarks.redeem.ArticleRedeem;
import com.couponengine.examples.benchmarks.redeem.BareRedeem;
import com.couponengine.examples.benchmarks.redeem.EngineRedeem;
import com.couponengine.jdbc.JdbcCouponRepository;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.redis.RedisStockGate;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** All contenders over one set of servers, with pools of one size. */
final class Contenders implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Contenders.class);
    private static final int POOL = 32;

    final List<Contender> grabs = new ArrayList<>();
    final List<Contender> gates = new ArrayList<>();
    final List<Contender> redeems = new ArrayList<>();
    private final Deque<AutoCloseable> toClose = new ArrayDeque<>();

    Contenders(Servers servers) throws SQLException {
        EngineOptions options = EngineOptions.defaults();
        JdbcCouponRepository repository = keep(repository(servers.engineDatabase));
        repository(servers.ceilingDatabase).close();
        ShopTables.create(servers.otherDatabase);
        RedisStockGate gate = keep(RedisStockGate.builder()
                .uri(servers.redis.url())
                .connections(POOL)
                .build());
        CouponEngine engine = keep(CouponEngine.builder()
                .repository(repository)
                .gate(gate)
                .options(options)
                .build());
        HikariDataSource shop = keep(pool(servers.otherDatabase));
        HikariDataSource ceiling = keep(pool(servers.ceilingDatabase.with("allowMultiQueries=true")));
        RedisClient redis = keep(redis(servers));

        CommitSize commits = new CommitSize(engine.figures());
        grabs.add(new EngineGrab.Async(engine, commits));
        grabs.add(new EngineGrab.Blocking(engine, commits));
        grabs.add(new ArticleGrab(shop, redis));
        grabs.add(new UpdateAndInsert(shop));
        grabs.add(new ScriptAndCommit(shop, redis));
        grabs.add(new RedissonPermits(shop, servers.redis.url(), POOL));
        grabs.add(new BatchedInserts(ceiling, options.issueLanes(), options.commitBatchMax(), commits));
        grabs.forEach(this::keep);
        redeems.add(new EngineRedeem.Async(engine, repository));
        redeems.add(new EngineRedeem.Blocking(engine, repository));
        redeems.add(new ArticleRedeem(shop, redis));
        redeems.add(new BareRedeem(shop));
        for (int inACall : new int[] {1, 16, 64, 256}) {
            gates.add(new GateReservations(gate, inACall));
        }
    }

    private static JdbcCouponRepository repository(SqlDatabase database) {
        return JdbcCouponRepository.builder()
                .database(database.url(), database.user(), database.password())
                .poolSizeMax(POOL)
                .installSchema()
                .open();
    }

    private static HikariDataSource pool(SqlDatabase database) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(POOL);
        config.setAutoCommit(false);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        return new HikariDataSource(config);
    }

    private static RedisClient redis(Servers servers) {
        ConnectionPoolConfig config = new ConnectionPoolConfig();
        config.setMaxTotal(POOL);
        config.setMaxIdle(POOL);
        return RedisClient.builder()
                .hostAndPort(servers.redis.host(), servers.redis.port())
                .poolConfig(config)
                .build();
    }

    private <T extends AutoCloseable> T keep(T closeable) {
        toClose.push(closeable);
        return closeable;
    }

    @Override
    public void close() {
        for (AutoCloseable closeable : toClose) {
            try {
                closeable.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                log.warn("{} could not be closed", closeable, e);
            }
        }
    }
}
