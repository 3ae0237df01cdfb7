package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.server.SqlVariant;

final class RedemptionOnMariaDbIT extends RedemptionOnDatabase {
    RedemptionOnMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
