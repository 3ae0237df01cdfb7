package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class RepositoryOnPostgreSqlIT extends RepositoryOnDatabase {
    RepositoryOnPostgreSqlIT() {
        super(SqlVariant.POSTGRESQL);
    }
}
