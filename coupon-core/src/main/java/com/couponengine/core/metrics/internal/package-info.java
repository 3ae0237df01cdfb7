/** Where the engine counts. Not API. */
@NullMarked
package com.couponengine.core.metrics.internal;

import org.jspecify.annotations.NullMarked;
