package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.server.SqlVariant;

final class FieldCasesOnH2Test extends FieldCasesOnDatabase {
    FieldCasesOnH2Test() {
        super(SqlVariant.H2_MEMORY);
    }
}
