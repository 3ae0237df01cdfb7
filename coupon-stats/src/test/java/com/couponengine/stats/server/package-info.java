/** Starts the real ClickHouse that the integration tests use. */
@NullMarked
package com.couponengine.stats.server;

import org.jspecify.annotations.NullMarked;
