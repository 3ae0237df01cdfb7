/** Puts contenders under load and measures them. */
@NullMarked
package com.couponengine.examples.benchmarks.load;

import org.jspecify.annotations.NullMarked;
