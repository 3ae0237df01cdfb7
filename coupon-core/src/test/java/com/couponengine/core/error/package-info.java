/** Tests of the checks of input. */
@NullMarked
package com.couponengine.core.error;

import org.jspecify.annotations.NullMarked;
