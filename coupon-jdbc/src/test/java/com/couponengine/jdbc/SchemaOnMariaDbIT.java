package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class SchemaOnMariaDbIT extends SchemaOnDatabase {
    SchemaOnMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
