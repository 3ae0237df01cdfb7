package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class RedeemingOnH2Test extends RedeemingOnDatabase {
    RedeemingOnH2Test() {
        super(SqlVariant.H2_MEMORY);
    }
}
