package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class ZonesOnMariaDbIT extends ZonesOnDatabase {
    ZonesOnMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
