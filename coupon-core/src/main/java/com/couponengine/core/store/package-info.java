/** The ports of the database. */
@NullMarked
package com.couponengine.core.store;

import org.jspecify.annotations.NullMarked;
