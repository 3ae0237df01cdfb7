/** Tests of coupon codes. */
@NullMarked
package com.couponengine.core.code;

import org.jspecify.annotations.NullMarked;
