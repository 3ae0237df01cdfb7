package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class SchemaOnH2Test extends SchemaOnDatabase {
    SchemaOnH2Test() {
        super(SqlVariant.H2_MEMORY);
    }
}
