/** Tests of amounts of money. */
@NullMarked
package com.couponengine.core.money;

import org.jspecify.annotations.NullMarked;
