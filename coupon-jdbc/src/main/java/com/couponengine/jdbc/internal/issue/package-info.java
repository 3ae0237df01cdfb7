/** Issuing coupons: the hot path, and the fence. */
@NullMarked
package com.couponengine.jdbc.internal.issue;

import org.jspecify.annotations.NullMarked;
