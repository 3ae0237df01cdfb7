package com.couponengine.jdbc.internal.reading;

import com.couponengine.jdbc.server.SqlVariant;

final class HoldingsOnMySqlIT extends HoldingsOnDatabase {
    HoldingsOnMySqlIT() {
        super(SqlVariant.MYSQL);
    }
}
