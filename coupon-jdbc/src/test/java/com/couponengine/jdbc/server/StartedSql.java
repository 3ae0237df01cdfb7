package com.couponengine.jdbc.server;

import com.couponengine.core.server.ContainerServer;
import com.couponengine.core.server.GivenServer;
import com.couponengine.core.server.ServerControl;
import com.couponengine.core.server.ServerLadder;
import com.couponengine.core.server.TempFolders;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A server that has been started and is about to answer.
 *
 * @param variant the kind of server
 * @param control its process
 * @param host where clients find it
 * @param port where clients find it
 * @param user the administrator
 * @param password the administrator's
 * @param folder its data, removed by {@link #close()}; {@code null} when they are not on this machine's disk
 */
record StartedSql(
        SqlVariant variant,
        ServerControl control,
        String host,
        int port,
        String user,
        String password,
        @Nullable Path folder)
        implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    /** A server out of its image. */
    static StartedSql inContainer(
            SqlVariant variant, String image, int innerPort, String user, Map<String, String> environment)
            throws Exception {
        ContainerServer container = ContainerServer.start(image, innerPort, environment, List.of());
        return new StartedSql(variant, container, container.host(), container.port(), user, "coupon", null).await();
    }

    /** A server by its address, {@code jdbc:<kind>://host:port/}, with the user and password of the settings. */
    static StartedSql given(SqlVariant variant, String url) throws SQLException {
        URI uri = URI.create(url.substring("jdbc:".length()));
        String prefix = "it." + variant.title().toLowerCase(Locale.ROOT);
        String user = Objects.requireNonNullElse(ServerLadder.setting(prefix + ".user"), "root");
        String password = Objects.requireNonNullElse(ServerLadder.setting(prefix + ".password"), "");
        int port = uri.getPort() >= 0 ? uri.getPort() : variant == SqlVariant.POSTGRESQL ? 5432 : 3306;
        StartedSql server =
                new StartedSql(variant, new GivenServer(variant.title()), uri.getHost(), port, user, password, null);
        server.select("SELECT 1");
        return server;
    }

    boolean isGiven() {
        return control instanceof GivenServer;
    }

    /** Waits until the server answers the administrator. */
    StartedSql await() {
        control.await("answer to a query", START_LIMIT, () -> select("SELECT 1").equals("1"));
        return this;
    }

    /** Runs statements as the administrator. */
    void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first column of the first row, asked for by the administrator. */
    String select(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    /** The JDBC address of one of its databases. */
    String url(String database) {
        return switch (variant) {
            case MARIADB -> "jdbc:mariadb://" + host + ":" + port + "/" + database;
            case MYSQL ->
                "jdbc:mysql://" + host + ":" + port + "/" + database + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
            case POSTGRESQL -> "jdbc:postgresql://" + host + ":" + port + "/" + database;
            case H2 -> "jdbc:h2:file:" + folder + "/" + database + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";
            case H2_MEMORY -> "jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE";
            case H2_PROCESS -> "jdbc:h2:tcp://" + host + ":" + port + "/./" + database + ";WRITE_DELAY=0";
        };
    }

    /** The database that is always there, with limits of seconds for a server that does not answer. */
    String adminUrl() {
        return switch (variant) {
            case MARIADB -> url("") + "?connectTimeout=3000&socketTimeout=30000";
            case MYSQL -> url("") + "&connectTimeout=3000&socketTimeout=30000";
            case POSTGRESQL -> url("postgres") + "?connectTimeout=3&socketTimeout=30";
            case H2, H2_MEMORY, H2_PROCESS -> url("admin");
        };
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(adminUrl(), user, password);
    }

    @Override
    public void close() {
        control.close();
        if (folder != null) {
            TempFolders.delete(folder);
        }
    }

    /** The version and address. */
    @Override
    public String toString() {
        try {
            String version = select(variant.name().startsWith("H2") ? "SELECT H2VERSION()" : "SELECT VERSION()");
            return version + (port == 0 ? " in this JVM" : " at " + host + ":" + port);
        } catch (SQLException e) {
            return variant.title() + " at " + host + ":" + port;
        }
    }
}
