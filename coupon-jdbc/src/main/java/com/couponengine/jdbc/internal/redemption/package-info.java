/** What happens to coupons after their issue, one transaction for each data source. */
@NullMarked
package com.couponengine.jdbc.internal.redemption;

import org.jspecify.annotations.NullMarked;
