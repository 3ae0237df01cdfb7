/** The engine as a whole, on the in-memory adapters. */
@NullMarked
package com.couponengine.core.engine;

import org.jspecify.annotations.NullMarked;
