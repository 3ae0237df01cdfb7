/** The exceptions of the library, and the checks of its input. */
@NullMarked
package com.couponengine.core.error;

import org.jspecify.annotations.NullMarked;
