/** What happened to coupons: the events, the outbox they wait in, and the port they are published through. */
@NullMarked
package com.couponengine.core.event;

import org.jspecify.annotations.NullMarked;
