/** Coupon codes. */
@NullMarked
package com.couponengine.core.code;

import org.jspecify.annotations.NullMarked;
