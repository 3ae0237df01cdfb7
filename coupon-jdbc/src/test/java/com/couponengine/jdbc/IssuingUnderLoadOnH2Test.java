package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class IssuingUnderLoadOnH2Test extends IssuingUnderLoadOnDatabase {
    IssuingUnderLoadOnH2Test() {
        super(SqlVariant.H2_MEMORY);
    }
}
