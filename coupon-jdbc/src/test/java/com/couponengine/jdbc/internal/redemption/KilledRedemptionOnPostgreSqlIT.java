package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.server.SqlVariant;

final class KilledRedemptionOnPostgreSqlIT extends KilledRedemptionOnDatabase {
    KilledRedemptionOnPostgreSqlIT() {
        super(SqlVariant.POSTGRESQL);
    }
}
