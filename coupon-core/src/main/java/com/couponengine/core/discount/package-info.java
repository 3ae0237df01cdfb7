/** Discount terms and what they give on an order. */
@NullMarked
package com.couponengine.core.discount;

import org.jspecify.annotations.NullMarked;
