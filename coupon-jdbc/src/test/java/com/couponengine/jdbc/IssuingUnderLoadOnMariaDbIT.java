package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class IssuingUnderLoadOnMariaDbIT extends IssuingUnderLoadOnDatabase {
    IssuingUnderLoadOnMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
