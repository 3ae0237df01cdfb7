package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.server.SqlVariant;

final class FieldCasesOnMariaDbIT extends FieldCasesOnDatabase {
    FieldCasesOnMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
