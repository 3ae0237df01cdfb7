package com.couponengine.jdbc.internal.upkeep;

import com.couponengine.jdbc.server.SqlVariant;

final class UpkeepOnMySqlIT extends UpkeepOnDatabase {
    UpkeepOnMySqlIT() {
        super(SqlVariant.MYSQL);
    }
}
