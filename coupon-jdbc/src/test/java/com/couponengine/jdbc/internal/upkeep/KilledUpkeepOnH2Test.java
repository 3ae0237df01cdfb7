package com.couponengine.jdbc.internal.upkeep;

import com.couponengine.jdbc.server.SqlVariant;

final class KilledUpkeepOnH2Test extends KilledUpkeepOnDatabase {
    KilledUpkeepOnH2Test() {
        super(SqlVariant.H2);
    }
}
