package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.server.SqlVariant;

final class RedemptionFaultsOnPostgreSqlIT extends RedemptionFaultsOnDatabase {
    RedemptionFaultsOnPostgreSqlIT() {
        super(SqlVariant.POSTGRESQL);
    }
}
