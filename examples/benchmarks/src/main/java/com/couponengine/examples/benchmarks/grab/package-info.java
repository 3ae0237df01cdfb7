/** Ways to grab a coupon. */
@NullMarked
package com.couponengine.examples.benchmarks.grab;

import org.jspecify.annotations.NullMarked;
