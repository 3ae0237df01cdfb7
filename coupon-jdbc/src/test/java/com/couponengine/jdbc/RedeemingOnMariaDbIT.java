package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class RedeemingOnMariaDbIT extends RedeemingOnDatabase {
    RedeemingOnMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
