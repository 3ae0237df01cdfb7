package com.couponengine.jdbc.internal.upkeep;

import com.couponengine.jdbc.server.SqlVariant;

final class UpkeepOnMariaDbIT extends UpkeepOnDatabase {
    UpkeepOnMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
