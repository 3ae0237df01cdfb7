/**
 * Statistics out of the events: live counters in Redis, every event in ClickHouse, and {@link
 * com.couponengine.stats.CouponStats} that reads both.
 */
@NullMarked
package com.couponengine.stats;

import org.jspecify.annotations.NullMarked;
