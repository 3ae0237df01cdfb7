package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class SchemaOnPostgreSqlIT extends SchemaOnDatabase {
    SchemaOnPostgreSqlIT() {
        super(SqlVariant.POSTGRESQL);
    }
}
