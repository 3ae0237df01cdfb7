package com.couponengine.core.massissue;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.grab.GrabStatus;
import java.util.EnumMap;
import java.util.Map;

/**
 * What became of users of a mass issue.
 *
 * @param counts how many users had each outcome
 * @param refused the users who did not get a coupon, and why
 */
public record ChunkReport(Map<GrabStatus, Integer> counts, Map<Long, GrabStatus> refused) {
    public ChunkReport {
        Mistakes.given("counts", counts);
        Mistakes.given("refused", refused);
        counts = Map.copyOf(counts);
        refused = Map.copyOf(refused);
    }

    /** Users who have the coupon of the job, now or since an earlier run. */
    public int granted() {
        return counts.getOrDefault(GrabStatus.GRANTED, 0) + counts.getOrDefault(GrabStatus.ALREADY_GRANTED, 0);
    }

    static ChunkReport of(Map<Long, GrabStatus> outcomes) {
        Map<GrabStatus, Integer> counts = new EnumMap<>(GrabStatus.class);
        Map<Long, GrabStatus> refused = new java.util.HashMap<>();
        outcomes.forEach((user, status) -> {
            counts.merge(status, 1, Integer::sum);
            if (status != GrabStatus.GRANTED && status != GrabStatus.ALREADY_GRANTED) {
                refused.put(user, status);
            }
        });
        return new ChunkReport(counts, refused);
    }
}
