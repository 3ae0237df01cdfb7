/** The stock gate on Redis. */
@NullMarked
package com.couponengine.redis;

import org.jspecify.annotations.NullMarked;
