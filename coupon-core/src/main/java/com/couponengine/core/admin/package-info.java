/** Administration. */
@NullMarked
package com.couponengine.core.admin;

import org.jspecify.annotations.NullMarked;
