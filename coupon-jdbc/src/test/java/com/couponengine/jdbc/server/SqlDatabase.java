package com.couponengine.jdbc.server;

import com.couponengine.core.server.FaultProxy;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * One database of a {@link SqlServer}.
 *
 * @param variant the kind of server
 * @param url the JDBC address
 * @param user the user, who may do everything in this database
 * @param password the password, possibly empty
 */
public record SqlDatabase(SqlVariant variant, String url, String user, String password) {
    /** A new connection, which the caller closes. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    /** A pool of at most so many connections, opened when they are first wanted; the caller closes it. */
    public HikariDataSource pool(int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(10_000);
        return new HikariDataSource(config);
    }

    /** The same database, reached through the proxy. The proxy stands before the server's port. */
    public SqlDatabase through(FaultProxy proxy) {
        return new SqlDatabase(
                variant, url.replaceFirst("//[^/]*/", "//127.0.0.1:" + proxy.port() + "/"), user, password);
    }

    /**
     * The same database with a driver's property added to its address.
     *
     * @param property such as {@code allowMultiQueries=true}
     */
    public SqlDatabase with(String property) {
        String separator = switch (variant) {
            case H2, H2_MEMORY, H2_PROCESS -> ";";
            case MARIADB, MYSQL, POSTGRESQL -> url.contains("?") ? "&" : "?";
        };
        return new SqlDatabase(variant, url + separator + property, user, password);
    }
}
