/** Tests of templates. */
@NullMarked
package com.couponengine.core.template;

import org.jspecify.annotations.NullMarked;
