package com.couponengine.jdbc;

import com.couponengine.jdbc.server.SqlVariant;

final class RepositoryOnH2Test extends RepositoryOnDatabase {
    RepositoryOnH2Test() {
        super(SqlVariant.H2_MEMORY);
    }
}
