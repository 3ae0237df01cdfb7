package com.couponengine.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.server.FaultProxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.opentest4j.TestAbortedException;

@Timeout(180)
class SqlServersIT {
    @ParameterizedTest
    @EnumSource
    void theSharedServerGivesEveryCallerAnEmptyDatabaseOfItsOwn(SqlVariant variant) throws Exception {
        SqlServer server = SqlServer.shared(variant);
        SqlDatabase first = server.newDatabase();
        SqlDatabase second = server.newDatabase();

        execute(first, "CREATE TABLE coupon (id INT PRIMARY KEY)", "INSERT INTO coupon VALUES (1)");
        execute(second, "CREATE TABLE coupon (id INT PRIMARY KEY)");

        assertThat(select(first, "SELECT COUNT(*) FROM coupon")).isEqualTo("1");
        assertThat(select(second, "SELECT COUNT(*) FROM coupon")).isEqualTo("0");
        assertThat(SqlServer.shared(variant)).isSameAs(server);
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"H2", "H2_MEMORY"})
    void whatWasCommittedSurvivesAKillAndWhatWasNotIsGone(SqlVariant variant) throws Exception {
        try (SqlServer server = SqlServer.start(variant)) {
            SqlDatabase database = server.newDatabase();
            execute(database, "CREATE TABLE coupon (id INT PRIMARY KEY)", "INSERT INTO coupon VALUES (1)");
            try (Connection open = database.connect();
                    Statement statement = open.createStatement()) {
                open.setAutoCommit(false);
                statement.execute("INSERT INTO coupon VALUES (2)");

                server.killNine();

                assertThat(server.isAlive()).isFalse();
                assertThatThrownBy(open::commit).isInstanceOf(SQLException.class);
            } catch (SQLException e) {
                assertThat(server.isAlive())
                        .as("rolling back at close fails, too")
                        .isFalse();
            }
            assertThatThrownBy(database::connect).isInstanceOf(SQLException.class);

            server.restart();

            assertThat(select(database, "SELECT MAX(id) FROM coupon")).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"H2", "H2_MEMORY"})
    void aPausedServerKeepsItsCallersWaitingAndAnswersThemWhenResumed(SqlVariant variant) throws Exception {
        try (SqlServer server = SqlServer.start(variant)) {
            SqlDatabase database = server.newDatabase();
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement()) {
                assertThat(statement.execute("SELECT 1")).isTrue();
                server.pause();
                CompletableFuture<Boolean> answer = CompletableFuture.supplyAsync(() -> {
                    try {
                        return statement.execute("SELECT 1");
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
                assertThatThrownBy(() -> answer.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
                assertThat(server.isAlive()).isTrue();

                server.resume();

                assertThat(answer.get(30, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRESQL"})
    void aCommitIsInTheDatabaseAlthoughItsAnswerWasCut(SqlVariant variant) throws Exception {
        SqlServer server = SqlServer.shared(variant);
        SqlDatabase database = server.newDatabase();
        execute(database, "CREATE TABLE coupon (id INT PRIMARY KEY)");
        try (FaultProxy proxy = FaultProxy.before(server.port());
                Connection connection = database.through(proxy).connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO coupon VALUES (1)");

            proxy.cutAnswerTo("COMMIT");

            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            assertThat(proxy.faults()).isEqualTo(1);
            assertThat(select(database, "SELECT COUNT(*) FROM coupon")).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRESQL"})
    void theServersKeepWhatTheyAcknowledge(SqlVariant variant) throws Exception {
        SqlDatabase admin = SqlServer.shared(variant).admin();
        switch (variant) {
            case MARIADB, MYSQL -> {
                assertThat(select(admin, "SELECT @@innodb_flush_log_at_trx_commit"))
                        .isEqualTo("1");
                assertThat(select(admin, "SELECT @@innodb_doublewrite")).isIn("1", "ON");
                assertThat(select(admin, "SELECT @@log_bin")).isEqualTo("0");
            }
            case POSTGRESQL -> {
                for (String setting : new String[] {"fsync", "synchronous_commit", "full_page_writes"}) {
                    assertThat(select(admin, "SHOW " + setting)).as(setting).isEqualTo("on");
                }
            }
            case H2, H2_MEMORY, H2_PROCESS -> throw new AssertionError(variant);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "H2_MEMORY"})
    void aTestThatWantsToKillH2InItsOwnJvmIsSkipped(SqlVariant variant) {
        try (SqlServer server = SqlServer.start(variant)) {
            assertThatThrownBy(server::killNine).isInstanceOf(TestAbortedException.class);
            assertThat(server.isAlive()).isTrue();
        }
    }

    private static void execute(SqlDatabase database, String... statements) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String select(SqlDatabase database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
