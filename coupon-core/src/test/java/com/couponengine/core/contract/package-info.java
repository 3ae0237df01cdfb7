/**
 * The contracts of the ports as tests. An adapter's test extends a contract and says how to open the adapter; every
 * adapter passes the same tests unchanged.
 */
@NullMarked
package com.couponengine.core.contract;

import org.jspecify.annotations.NullMarked;
