package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class RedeemingOnPostgreSqlIT extends RedeemingOnDatabase {
    RedeemingOnPostgreSqlIT() {
        super(SqlVariant.POSTGRESQL);
    }
}
