/** Ways to redeem a coupon. */
@NullMarked
package com.couponengine.examples.benchmarks.redeem;

import org.jspecify.annotations.NullMarked;
