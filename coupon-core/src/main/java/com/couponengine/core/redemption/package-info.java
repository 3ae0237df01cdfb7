/** The life of a coupon after its issue: commands, what is remembered, and the rules. */
@NullMarked
package com.couponengine.core.redemption;

import org.jspecify.annotations.NullMarked;
