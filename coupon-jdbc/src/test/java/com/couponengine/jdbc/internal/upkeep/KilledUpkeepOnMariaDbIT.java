package com.couponengine.jdbc.internal.upkeep;

import com.couponengine.jdbc.server.SqlVariant;

final class KilledUpkeepOnMariaDbIT extends KilledUpkeepOnDatabase {
    KilledUpkeepOnMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
