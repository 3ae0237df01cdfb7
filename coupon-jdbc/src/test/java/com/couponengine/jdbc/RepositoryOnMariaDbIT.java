package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class RepositoryOnMariaDbIT extends RepositoryOnDatabase {
    RepositoryOnMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
