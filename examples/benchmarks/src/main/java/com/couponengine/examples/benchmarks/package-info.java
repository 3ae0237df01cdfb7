/** The engine beside other ways to do the same. */
@NullMarked
package com.couponengine.examples.benchmarks;

import org.jspecify.annotations.NullMarked;
