package com.couponengine.jdbc.internal.row;

import com.couponengine.core.money.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Values that may be NULL, as columns have them. */
public final class Values {
    private Values() {}

    public static @Nullable Long millis(@Nullable Instant instant) {
        return instant == null ? null : instant.toEpochMilli();
    }

    public static @Nullable Long minor(@Nullable Money money) {
        return money == null ? null : money.minorUnits();
    }
}
