package com.couponengine.jdbc.internal.upkeep;

import com.couponengine.jdbc.server.SqlVariant;

final class UpkeepOnH2Test extends UpkeepOnDatabase {
    UpkeepOnH2Test() {
        super(SqlVariant.H2_MEMORY);
    }
}
