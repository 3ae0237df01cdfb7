/** The coupon repository on sharded SQL. */
@NullMarked
package com.couponengine.jdbc;

import org.jspecify.annotations.NullMarked;
