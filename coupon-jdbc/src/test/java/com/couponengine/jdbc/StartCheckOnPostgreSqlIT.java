package com.couponengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.ConfigurationException;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StartCheckOnPostgreSqlIT extends StartCheckOnDatabase {
    StartCheckOnPostgreSqlIT() {
        super(
                SqlVariant.POSTGRESQL,
                List.of(
                        "fsync of data source 0 = off: must be on",
                        "full_page_writes of data source 0 = off: must be on",
                        "synchronous_commit of data source 0 = off: must not be off"),
                "-c",
                "fsync=off",
                "-c",
                "full_page_writes=off",
                "-c",
                "synchronous_commit=off");
    }

    @Test
    void aDatabaseThatWasMadeWeakByItselfIsNamedOnAStrongServer() throws SQLException {
        SqlDatabase database = SqlServer.shared(SqlVariant.POSTGRESQL).newDatabase();
        String name = database.url().replaceFirst(".*/", "").replaceFirst("\\?.*", "");
        run(database, "ALTER DATABASE " + name + " SET synchronous_commit = off");

        assertThatThrownBy(() -> builder(database).open())
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems())
                                .containsExactly("synchronous_commit of data source 0 = off: must not be off"));
    }
}
