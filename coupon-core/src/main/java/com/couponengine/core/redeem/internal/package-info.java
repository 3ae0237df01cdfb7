/** How commands on coupons share transactions. Not API. */
@NullMarked
package com.couponengine.core.redeem.internal;

import org.jspecify.annotations.NullMarked;
