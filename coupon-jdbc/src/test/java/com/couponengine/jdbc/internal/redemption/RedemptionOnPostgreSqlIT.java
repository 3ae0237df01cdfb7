package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.server.SqlVariant;

final class RedemptionOnPostgreSqlIT extends RedemptionOnDatabase {
    RedemptionOnPostgreSqlIT() {
        super(SqlVariant.POSTGRESQL);
    }
}
