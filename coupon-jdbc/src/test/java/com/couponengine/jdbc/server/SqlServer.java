package com.couponengine.jdbc.server;

import com.couponengine.core.server.SharedServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One real SQL server. Where it comes from is told by {@link com.couponengine.core.server.ServerLadder}; for MariaDB
 * the settings are {@code it.mariadb.url} ({@code jdbc:mariadb://host:port/}), {@code it.mariadb.user},
 * {@code it.mariadb.password}, whose user may create databases, and {@code it.mariadb.image}; for MySQL and PostgreSQL
 * likewise. Every server that is started here keeps what it has acknowledged. Thread-safe.
 */
public final class SqlServer implements AutoCloseable {
    private static final Map<SqlVariant, SharedServer<SqlServer>> SHARED = new EnumMap<>(SqlVariant.class);
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final String OWNER = "coupon";

    static {
        for (SqlVariant variant : SqlVariant.values()) {
            SHARED.put(variant, new SharedServer<>(() -> new SqlServer(climb(variant, true, List.of()))));
        }
    }

    private final StartedSql server;
    private final List<String> databases = new ArrayList<>();

    private SqlServer(StartedSql server) {
        this.server = server;
    }

    /**
     * The server that the tests of this JVM share, possibly given by its address. Work in {@link #newDatabase()}, never
     * kill it.
     */
    public static SqlServer shared(SqlVariant variant) {
        return SHARED.get(variant).get();
    }

    /**
     * A server of the caller's own, which may be killed and frozen; the caller closes it.
     *
     * @param options further options of the server's command line, such as {@code --max-connections=50}; they win over
     *     the launcher's own
     */
    public static SqlServer start(SqlVariant variant, String... options) {
        return new SqlServer(climb(variant, false, List.of(options)));
    }

    private static StartedSql climb(SqlVariant variant, boolean mayBeGiven, List<String> options) {
        return switch (variant) {
            case MARIADB -> MariaDbLauncher.climb(mayBeGiven, options);
            case MYSQL -> MySqlLauncher.climb(mayBeGiven, options);
            case POSTGRESQL -> PostgresLauncher.climb(mayBeGiven, options);
            case H2, H2_MEMORY, H2_PROCESS -> H2Launcher.climb(variant, options);
        };
    }

    /** The kind of server. */
    public SqlVariant variant() {
        return server.variant();
    }

    /** The port of 127.0.0.1, which stays the same over restarts; 0 for H2 in this JVM. */
    public int port() {
        return server.port();
    }

    /** A new, empty database with an owner who may do everything in it and nothing elsewhere. */
    public synchronized SqlDatabase newDatabase() {
        String name = "ce_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
        try {
            SqlDatabase database = server.isGiven() ? createForAdmin(name) : createForOwner(name);
            databases.add(name);
            return database;
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create the database " + name + " on " + server, e);
        }
    }

    private SqlDatabase createForAdmin(String name) throws SQLException {
        if (!isH2()) {
            server.execute("CREATE DATABASE " + name);
        }
        return new SqlDatabase(variant(), server.url(name), server.user(), server.password());
    }

    private SqlDatabase createForOwner(String name) throws SQLException {
        switch (variant()) {
            case MARIADB, MYSQL ->
                server.execute(
                        "CREATE USER IF NOT EXISTS '" + OWNER + "'@'%' IDENTIFIED BY '" + OWNER + "'",
                        "CREATE DATABASE " + name,
                        "GRANT ALL ON " + name + ".* TO '" + OWNER + "'@'%'");
            case POSTGRESQL -> {
                if (databases.isEmpty()) {
                    server.execute("CREATE ROLE " + OWNER + " LOGIN PASSWORD '" + OWNER + "'");
                }
                server.execute("CREATE DATABASE " + name + " OWNER " + OWNER);
            }
            case H2, H2_MEMORY, H2_PROCESS -> {
                return createForAdmin(name);
            }
        }
        return new SqlDatabase(variant(), server.url(name), OWNER, OWNER);
    }

    /** The database of the administrator, for what the owner of a database may not do, such as {@code SET GLOBAL}. */
    public SqlDatabase admin() {
        return new SqlDatabase(variant(), server.adminUrl(), server.user(), server.password());
    }

    /** Ends the server as {@code kill -9} does. A test that asks this of H2 in this JVM is skipped. */
    public void killNine() {
        server.control().killNine();
    }

    /** Starts the killed server again on the same port and data, and waits until it answers. */
    public void restart() {
        server.control().restart();
        server.await();
    }

    /** Freezes the server: connections stay open, nothing answers. */
    public void pause() {
        server.control().pause();
    }

    /** Wakes the frozen server. */
    public void resume() {
        server.control().resume();
    }

    /** Whether the process is there, frozen or not. */
    public boolean isAlive() {
        return server.control().isAlive();
    }

    private boolean isH2() {
        return variant().name().startsWith("H2");
    }

    @Override
    public synchronized void close() {
        try {
            if (server.isGiven()) {
                for (String name : databases) {
                    dropGiven(name);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("cannot drop the tests' databases on " + server, e);
        } finally {
            databases.clear();
            server.close();
        }
    }

    private void dropGiven(String name) throws SQLException {
        if (isH2()) {
            try (var connection =
                            new SqlDatabase(variant(), server.url(name), server.user(), server.password()).connect();
                    var statement = connection.createStatement()) {
                statement.execute("SHUTDOWN");
            }
        } else {
            String force = variant() == SqlVariant.POSTGRESQL ? " WITH (FORCE)" : "";
            server.execute("DROP DATABASE IF EXISTS " + name + force);
        }
    }

    @Override
    public String toString() {
        return server.toString();
    }
}
