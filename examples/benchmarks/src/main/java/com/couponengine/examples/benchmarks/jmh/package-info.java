/** Parts of the engine that take no I/O, measured alone. */
@NullMarked
package com.couponengine.examples.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
