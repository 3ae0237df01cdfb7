package com.couponengine.jdbc.internal.upkeep;

import com.couponengine.jdbc.server.SqlVariant;

final class UpkeepOnPostgreSqlIT extends UpkeepOnDatabase {
    UpkeepOnPostgreSqlIT() {
        super(SqlVariant.POSTGRESQL);
    }
}
