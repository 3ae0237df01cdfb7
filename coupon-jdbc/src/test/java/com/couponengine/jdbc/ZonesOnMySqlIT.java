package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class ZonesOnMySqlIT extends ZonesOnDatabase {
    ZonesOnMySqlIT() {
        super(SqlVariant.MYSQL);
    }
}
