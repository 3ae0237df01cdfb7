package com.couponengine.jdbc.internal.db;

import com.couponengine.jdbc.Dialect;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/**
 * A bounded pool over one database. Its connections carry limits that the server keeps, so that a host that stands still
 * cannot hold a lock for long, and limits of the driver, so that a silent server cannot hold a host.
 *
 * @param user may be empty
 * @param password may be empty
 * @param sizeMax connections at most
 * @param connectionWait the longest wait for one of them
 */
public record OwnPool(String url, String user, String password, int sizeMax, Duration connectionWait) {
    /** To connect takes longer than to wait for a connection that is there, most of all when everything starts. */
    private static final Duration CONNECT = Duration.ofSeconds(15);

    /** Of texts that a connection has prepared; each takes some 30 KB of the server's memory. */
    private static final String PREPARED_MAX = "64";

    private static final Duration IDLE_IN_TRANSACTION = Duration.ofSeconds(10);
    /** MySQL knows no limit for idle transactions, only for idle connections; the pool keeps those alive at half of it. */
    private static final Duration MYSQL_IDLE = Duration.ofSeconds(60);

    /** Whether texts are prepared by the server; an address that sets it is heeded. */
    boolean prepares() {
        return url.startsWith("jdbc:mariadb:") && !url.contains("useServerPrepStmts");
    }

    /** A connection outside the pool, without limits on what it runs. */
    public Connection connect(Limits limits) throws SQLException {
        Properties properties = driverProperties(limits);
        properties.remove("socketTimeout");
        if (!user.isEmpty()) {
            properties.setProperty("user", user);
        }
        properties.setProperty("password", password);
        return DriverManager.getConnection(url, properties);
    }

    /** Makes the pool. */
    public HikariDataSource open(Dialect dialect, Limits limits, String name) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(url);
        if (!user.isEmpty()) {
            config.setUsername(user);
        }
        config.setPassword(password);
        config.setMaximumPoolSize(sizeMax);
        config.setConnectionTimeout(connectionWait.toMillis());
        config.setValidationTimeout(Math.max(250, Math.min(connectionWait.toMillis(), 1_000)));
        config.setInitializationFailTimeout(CONNECT.toMillis());
        config.setKeepaliveTime(MYSQL_IDLE.toMillis() / 2);
        config.setAutoCommit(false);
        config.setIsolateInternalQueries(true);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setConnectionInitSql(sessionLimits(dialect, limits));
        config.setDataSourceProperties(driverProperties(limits));
        return new HikariDataSource(config);
    }

    private static String sessionLimits(Dialect dialect, Limits limits) {
        long lockSeconds = Math.max(1, limits.lockWait().toSeconds());
        long lockMillis = limits.lockWait().toMillis();
        long callMillis = limits.call().toMillis();
        String strict = "sql_mode = CONCAT(@@sql_mode, ',STRICT_TRANS_TABLES')";
        return switch (dialect) {
            case MARIADB ->
                "SET SESSION innodb_lock_wait_timeout = " + lockSeconds + ", lock_wait_timeout = " + lockSeconds
                        + ", idle_transaction_timeout = " + IDLE_IN_TRANSACTION.toSeconds()
                        + ", max_statement_time = " + callMillis / 1_000.0 + ", time_zone = '+00:00', " + strict;
            case MYSQL ->
                "SET SESSION innodb_lock_wait_timeout = " + lockSeconds + ", lock_wait_timeout = " + lockSeconds
                        + ", wait_timeout = " + MYSQL_IDLE.toSeconds() + ", max_execution_time = " + callMillis + ", "
                        + strict;
            case POSTGRESQL ->
                "SET lock_timeout = " + lockMillis + "; SET statement_timeout = " + callMillis
                        + "; SET idle_in_transaction_session_timeout = " + IDLE_IN_TRANSACTION.toMillis();
            case H2 -> "SET LOCK_TIMEOUT " + lockMillis;
        };
    }

    private Properties driverProperties(Limits limits) {
        Properties properties = new Properties();
        String connectMillis = Long.toString(CONNECT.toMillis());
        String callMillis = Long.toString(limits.call().toMillis());
        if (url.startsWith("jdbc:mariadb:")) {
            properties.setProperty("connectTimeout", connectMillis);
            properties.setProperty("socketTimeout", callMillis);
            properties.setProperty("allowMultiQueries", "true");
            if (prepares()) {
                properties.setProperty("useServerPrepStmts", "true");
                // Else a text is to be run before it is known to be prepared: without room, that call hangs.
                properties.setProperty("disablePipeline", "true");
                properties.setProperty("prepStmtCacheSize", PREPARED_MAX);
            }
        } else if (url.startsWith("jdbc:mysql:")) {
            properties.setProperty("connectTimeout", connectMillis);
            properties.setProperty("socketTimeout", callMillis);
            properties.setProperty("allowMultiQueries", "true");
            properties.setProperty("useLocalSessionState", "true");
            properties.setProperty("cacheServerConfiguration", "true");
        } else if (url.startsWith("jdbc:postgresql:")) {
            properties.setProperty("connectTimeout", Long.toString(CONNECT.toSeconds()));
            properties.setProperty("loginTimeout", Long.toString(CONNECT.toSeconds()));
            properties.setProperty("socketTimeout", Long.toString(secondsUp(limits.call())));
        }
        return properties;
    }

    private static long secondsUp(Duration time) {
        return Math.max(1, (time.toMillis() + 999) / 1_000);
    }

    /** Tells nothing: the address may hold a password. */
    @Override
    public String toString() {
        return "OwnPool";
    }
}
