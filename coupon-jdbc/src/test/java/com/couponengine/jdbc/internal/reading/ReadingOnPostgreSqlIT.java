package com.couponengine.jdbc.internal.reading;

import com.couponengine.jdbc.server.SqlVariant;

final class ReadingOnPostgreSqlIT extends ReadingOnDatabase {
    ReadingOnPostgreSqlIT() {
        super(SqlVariant.POSTGRESQL);
    }
}
