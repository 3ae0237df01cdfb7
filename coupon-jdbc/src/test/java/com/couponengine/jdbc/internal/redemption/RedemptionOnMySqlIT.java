package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.server.SqlVariant;

final class RedemptionOnMySqlIT extends RedemptionOnDatabase {
    RedemptionOnMySqlIT() {
        super(SqlVariant.MYSQL);
    }
}
