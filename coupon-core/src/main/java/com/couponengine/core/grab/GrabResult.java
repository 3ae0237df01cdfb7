package com.couponengine.core.grab;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.Mistakes;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a grab.
 *
 * @param status what became of it
 * @param coupon the coupon, for GRANTED and ALREADY_GRANTED; else null
 */
public record GrabResult(GrabStatus status, @Nullable Coupon coupon) {
    private static final Map<GrabStatus, GrabResult> REFUSALS = new EnumMap<>(GrabStatus.class);

    static {
        for (GrabStatus status : GrabStatus.values()) {
            REFUSALS.put(status, new GrabResult(status, null));
        }
    }

    public GrabResult {
        Mistakes.given("status", status);
    }

    /** The shared answer without a coupon. */
    public static GrabResult refused(GrabStatus status) {
        Mistakes.given("status", status);
        return Objects.requireNonNull(REFUSALS.get(status));
    }

    /** Whether the user has the coupon. */
    public boolean isGranted() {
        return status == GrabStatus.GRANTED || status == GrabStatus.ALREADY_GRANTED;
    }
}
