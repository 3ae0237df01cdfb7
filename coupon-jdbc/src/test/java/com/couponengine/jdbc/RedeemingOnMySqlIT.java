package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class RedeemingOnMySqlIT extends RedeemingOnDatabase {
    RedeemingOnMySqlIT() {
        super(SqlVariant.MYSQL);
    }
}
