/** Templates, their copies on every data source, and the counter rows. */
@NullMarked
package com.couponengine.jdbc.internal.template;

import org.jspecify.annotations.NullMarked;
