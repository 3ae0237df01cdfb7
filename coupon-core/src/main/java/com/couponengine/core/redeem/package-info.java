/** What a host may plug into redeeming. */
@NullMarked
package com.couponengine.core.redeem;

import org.jspecify.annotations.NullMarked;
