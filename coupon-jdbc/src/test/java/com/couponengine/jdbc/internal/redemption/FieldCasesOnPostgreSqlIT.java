package com.couponengine.jdbc.internal.redemption;

import com.couponengine.jdbc.server.SqlVariant;

final class FieldCasesOnPostgreSqlIT extends FieldCasesOnDatabase {
    FieldCasesOnPostgreSqlIT() {
        super(SqlVariant.POSTGRESQL);
    }
}
