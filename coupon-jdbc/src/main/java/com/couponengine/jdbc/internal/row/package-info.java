/** How values stand in rows. */
@NullMarked
package com.couponengine.jdbc.internal.row;

import org.jspecify.annotations.NullMarked;
