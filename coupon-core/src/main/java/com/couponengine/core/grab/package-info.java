/** Grabbing a coupon: the request and its answer. */
@NullMarked
package com.couponengine.core.grab;

import org.jspecify.annotations.NullMarked;
