package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class IssuingUnderLoadOnPostgreSqlIT extends IssuingUnderLoadOnDatabase {
    IssuingUnderLoadOnPostgreSqlIT() {
        super(SqlVariant.POSTGRESQL);
    }
}
