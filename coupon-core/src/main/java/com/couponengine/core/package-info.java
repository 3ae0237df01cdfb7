/** Ports, algorithms, value types and in-memory adapters. */
@NullMarked
package com.couponengine.core;

import org.jspecify.annotations.NullMarked;
