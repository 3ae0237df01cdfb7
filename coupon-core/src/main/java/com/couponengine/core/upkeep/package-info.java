/** The regular upkeep: expiry and archive. */
@NullMarked
package com.couponengine.core.upkeep;

import org.jspecify.annotations.NullMarked;
