/** Tests of how coupons are spread. */
@NullMarked
package com.couponengine.core.store;

import org.jspecify.annotations.NullMarked;
