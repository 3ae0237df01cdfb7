/** The relay from the outbox to the publisher. Not API. */
@NullMarked
package com.couponengine.core.event.internal;

import org.jspecify.annotations.NullMarked;
