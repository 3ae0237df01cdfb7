/** A coupon as its row has it. */
@NullMarked
package com.couponengine.core.coupon;

import org.jspecify.annotations.NullMarked;
