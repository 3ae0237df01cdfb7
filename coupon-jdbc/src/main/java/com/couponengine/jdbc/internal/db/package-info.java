/** Data sources, transactions, faults and clocks. */
@NullMarked
package com.couponengine.jdbc.internal.db;

import org.jspecify.annotations.NullMarked;
