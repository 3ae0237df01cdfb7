package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class RepositoryOnMySqlIT extends RepositoryOnDatabase {
    RepositoryOnMySqlIT() {
        super(SqlVariant.MYSQL);
    }
}
