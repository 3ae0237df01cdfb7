/** Reading coupons without locking them. */
@NullMarked
package com.couponengine.jdbc.internal.reading;

import org.jspecify.annotations.NullMarked;
