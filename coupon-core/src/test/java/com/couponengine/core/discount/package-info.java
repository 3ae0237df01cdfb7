/** Tests of discounts and what they give. */
@NullMarked
package com.couponengine.core.discount;

import org.jspecify.annotations.NullMarked;
