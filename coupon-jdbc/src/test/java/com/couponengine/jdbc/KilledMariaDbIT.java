package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class KilledMariaDbIT extends KilledDatabase {
    KilledMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
