package com.couponengine.jdbc.internal.reading;

import com.couponengine.jdbc.server.SqlVariant;

final class ReadingOnMySqlIT extends ReadingOnDatabase {
    ReadingOnMySqlIT() {
        super(SqlVariant.MYSQL);
    }
}
