package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.server.SqlVariant;

final class RedemptionFaultsOnMariaDbIT extends RedemptionFaultsOnDatabase {
    RedemptionFaultsOnMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
