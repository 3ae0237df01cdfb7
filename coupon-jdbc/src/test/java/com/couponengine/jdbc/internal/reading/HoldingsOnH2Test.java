package com.couponengine.jdbc.internal.reading;

import com.couponengine.jdbc.server.SqlVariant;

final class HoldingsOnH2Test extends HoldingsOnDatabase {
    HoldingsOnH2Test() {
        super(SqlVariant.H2);
    }
}
