package com.couponengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.ConfigurationException;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A database that could lose what it acknowledged, or does no transactions at all, as the check at start sees it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StartCheckOnDatabase {
    private final SqlVariant variant;
    private final List<String> weak;
    private final String[] options;
    private SqlServer server;

    /**
     * @param weak what is to be found, with the server started so
     * @param options of the server's command line
     */
    StartCheckOnDatabase(SqlVariant variant, List<String> weak, String... options) {
        this.variant = variant;
        this.weak = weak;
        this.options = options;
    }

    @BeforeAll
    final void start() {
        server = SqlServer.start(variant, options);
    }

    @AfterAll
    final void stop() {
        if (server != null) {
            server.close();
        }
    }

    /** An empty database of the weak server. */
    SqlDatabase database() {
        return server.newDatabase();
    }

    final void run(SqlDatabase database, String... statements) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    final JdbcCouponRepository.Builder builder(SqlDatabase database) {
        return JdbcCouponRepository.builder()
                .database(database.url(), database.user(), database.password())
                .poolSizeMax(2)
                .installSchema();
    }

    @Test
    final void everyWeakSettingIsNamedAtOnceAndRefusedUnlessTheHostSaysOtherwise() {
        SqlDatabase database = database();

        assertThatThrownBy(() -> builder(database).open())
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems()).containsExactlyElementsOf(weak));
        assertThatThrownBy(() -> builder(database).durability(Durability.REFUSE).open())
                .isInstanceOf(ConfigurationException.class);
        try (JdbcCouponRepository warned =
                builder(database).durability(Durability.WARN).open()) {
            assertThat(warned.templates().find(1)).isEmpty();
        }
    }

    @Test
    final void aPoolOfTheHostsThatDoesNotReadCommittedIsNamed() {
        SqlDatabase database = database();
        if (variant == SqlVariant.MARIADB || variant == SqlVariant.MYSQL) {
            database = database.with("allowMultiQueries=true");
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(2);
        config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
        try (HikariDataSource pool = new HikariDataSource(config)) {
            assertThatThrownBy(() -> JdbcCouponRepository.builder()
                            .dataSource(pool)
                            .installSchema()
                            .open())
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("isolation of data source 0: must be READ COMMITTED");
            assertThat(pool.isClosed()).isFalse();
        }
    }
}
