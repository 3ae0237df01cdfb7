/** A flash sale, from the first grab to the last statistic. */
@NullMarked
package com.couponengine.examples.flashsale;

import org.jspecify.annotations.NullMarked;
