/** The way of a grab, step by step. Not API. */
@NullMarked
package com.couponengine.core.grab.internal;

import org.jspecify.annotations.NullMarked;
