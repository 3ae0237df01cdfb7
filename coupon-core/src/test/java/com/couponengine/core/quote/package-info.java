/** Tests of quotes. */
@NullMarked
package com.couponengine.core.quote;

import org.jspecify.annotations.NullMarked;
