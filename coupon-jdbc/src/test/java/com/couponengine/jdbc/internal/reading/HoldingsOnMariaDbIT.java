package com.couponengine.jdbc.internal.reading;

import com.couponengine.jdbc.server.SqlVariant;

final class HoldingsOnMariaDbIT extends HoldingsOnDatabase {
    HoldingsOnMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
