package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlVariant;
import java.util.List;

final class StartCheckOnH2Test extends StartCheckOnDatabase {
    StartCheckOnH2Test() {
        super(SqlVariant.H2, List.of("WRITE_DELAY of data source 0 = 500: must be 0"));
    }

    @Override
    SqlDatabase database() {
        SqlDatabase safe = super.database();
        return new SqlDatabase(safe.variant(), safe.url().replace(";WRITE_DELAY=0", ""), safe.user(), safe.password());
    }
}
