/** Live statistics in Redis and ClickHouse. */
@NullMarked
package com.couponengine.stats;

import org.jspecify.annotations.NullMarked;
