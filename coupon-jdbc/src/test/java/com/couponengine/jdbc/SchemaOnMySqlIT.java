package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class SchemaOnMySqlIT extends SchemaOnDatabase {
    SchemaOnMySqlIT() {
        super(SqlVariant.MYSQL);
    }
}
