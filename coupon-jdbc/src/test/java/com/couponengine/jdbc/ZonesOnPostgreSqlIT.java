package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class ZonesOnPostgreSqlIT extends ZonesOnDatabase {
    ZonesOnPostgreSqlIT() {
        super(SqlVariant.POSTGRESQL);
    }
}
