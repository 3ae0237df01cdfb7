/** Real SQL servers for the tests: MariaDB, MySQL, PostgreSQL, H2. */
@NullMarked
package com.couponengine.jdbc.server;

import org.jspecify.annotations.NullMarked;
