package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class KilledMySqlIT extends KilledDatabase {
    KilledMySqlIT() {
        super(SqlVariant.MYSQL);
    }
}
