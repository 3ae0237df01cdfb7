/** Tests of the rules of a coupon's life. */
@NullMarked
package com.couponengine.core.redemption;

import org.jspecify.annotations.NullMarked;
