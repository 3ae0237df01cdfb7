/** What a user's coupons would give on an order. */
@NullMarked
package com.couponengine.core.quote;

import org.jspecify.annotations.NullMarked;
