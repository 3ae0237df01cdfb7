package com.couponengine.jdbc;

import com.couponengine.core.architecture.ModuleArchitectureContract;
import java.util.List;

final class JdbcArchitectureTest extends ModuleArchitectureContract {

    JdbcArchitectureTest() {
        super(
                "com.couponengine.jdbc",
                List.of("com.couponengine.core..", "org.jdbi..", "com.zaxxer.hikari..", "javax.sql.."));
    }
}
