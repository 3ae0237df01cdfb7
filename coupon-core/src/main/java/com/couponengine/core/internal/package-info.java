/** What several rooms share. Not API. */
@NullMarked
package com.couponengine.core.internal;

import org.jspecify.annotations.NullMarked;
