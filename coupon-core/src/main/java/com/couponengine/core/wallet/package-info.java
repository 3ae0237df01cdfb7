/** A user's coupons. */
@NullMarked
package com.couponengine.core.wallet;

import org.jspecify.annotations.NullMarked;
