package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class ZonesOnH2IT extends ZonesOnDatabase {
    ZonesOnH2IT() {
        super(SqlVariant.H2_PROCESS);
    }
}
