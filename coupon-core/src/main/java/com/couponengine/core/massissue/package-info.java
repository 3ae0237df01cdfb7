/** Issuing coupons to many users at once. */
@NullMarked
package com.couponengine.core.massissue;

import org.jspecify.annotations.NullMarked;
