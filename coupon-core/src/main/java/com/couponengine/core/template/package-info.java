/** Templates: their terms, their life, and its rules. */
@NullMarked
package com.couponengine.core.template;

import org.jspecify.annotations.NullMarked;
