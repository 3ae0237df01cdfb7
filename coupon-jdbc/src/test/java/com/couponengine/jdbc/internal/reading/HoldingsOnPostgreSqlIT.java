package com.couponengine.jdbc.internal.reading;

import com.couponengine.jdbc.server.SqlVariant;

final class HoldingsOnPostgreSqlIT extends HoldingsOnDatabase {
    HoldingsOnPostgreSqlIT() {
        super(SqlVariant.POSTGRESQL);
    }
}
