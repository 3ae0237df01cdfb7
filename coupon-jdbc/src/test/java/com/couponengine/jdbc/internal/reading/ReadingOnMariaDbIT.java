package com.couponengine.jdbc.internal.reading;

import com.couponengine.jdbc.server.SqlVariant;

final class ReadingOnMariaDbIT extends ReadingOnDatabase {
    ReadingOnMariaDbIT() {
        super(SqlVariant.MARIADB);
    }
}
