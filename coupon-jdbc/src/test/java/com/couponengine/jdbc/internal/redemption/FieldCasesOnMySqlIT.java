package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.server.SqlVariant;

final class FieldCasesOnMySqlIT extends FieldCasesOnDatabase {
    FieldCasesOnMySqlIT() {
        super(SqlVariant.MYSQL);
    }
}
