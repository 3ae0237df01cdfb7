package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.server.SqlVariant;

final class KilledRedemptionOnMariaDbIT extends KilledRedemptionOnDatabase {
    KilledRedemptionOnMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
