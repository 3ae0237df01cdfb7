package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.server.SqlVariant;

final class RedemptionOnH2Test extends RedemptionOnDatabase {
    RedemptionOnH2Test() {
        super(SqlVariant.H2_MEMORY);
    }
}
