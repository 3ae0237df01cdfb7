package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class KilledPostgreSqlIT extends KilledDatabase {
    KilledPostgreSqlIT() {
        super(SqlVariant.POSTGRESQL);
    }
}
