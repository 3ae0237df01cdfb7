package com.couponengine.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.error.ConfigurationException;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlVariant;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StartCheckOnMySqlIT extends StartCheckOnDatabase {
    StartCheckOnMySqlIT() {
        super(
                SqlVariant.MYSQL,
                List.of("innodb_flush_log_at_trx_commit of data source 0 = 0: must be 1"),
                "--innodb-flush-log-at-trx-commit=0");
    }

    @Test
    void tablesThatDoNoTransactionsAreRefusedWhateverTheHostSays() throws SQLException { // B106
        SqlDatabase database = database();
        builder(database).durability(Durability.WARN).open().close();
        run(database, "ALTER TABLE user_coupon_s2 ENGINE=MyISAM");

        assertThatThrownBy(() -> builder(database).durability(Durability.WARN).open())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("engine of user_coupon_s2 on data source 0 = MyISAM: must be InnoDB");
    }
}
