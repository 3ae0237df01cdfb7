package com.couponengine.jdbc.internal.reading;

import com.couponengine.jdbc.server.SqlVariant;

final class ReadingOnH2Test extends ReadingOnDatabase {
    ReadingOnH2Test() {
        super(SqlVariant.H2_MEMORY);
    }
}
