package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.server.SqlVariant;

final class RedemptionFaultsOnMySqlIT extends RedemptionFaultsOnDatabase {
    RedemptionFaultsOnMySqlIT() {
        super(SqlVariant.MYSQL);
    }
}
