/** What the regular upkeep needs. */
@NullMarked
package com.couponengine.jdbc.internal.upkeep;

import org.jspecify.annotations.NullMarked;
