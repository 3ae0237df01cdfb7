/** Coupon events and mass issuing over Kafka. */
@NullMarked
package com.couponengine.kafka;

import org.jspecify.annotations.NullMarked;
