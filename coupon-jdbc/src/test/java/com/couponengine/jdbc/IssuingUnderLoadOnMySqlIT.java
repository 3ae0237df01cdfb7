package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class IssuingUnderLoadOnMySqlIT extends IssuingUnderLoadOnDatabase {
    IssuingUnderLoadOnMySqlIT() {
        super(SqlVariant.MYSQL);
    }
}
