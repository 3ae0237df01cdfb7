package com.couponengine.stats;

import java.time.LocalDate;
import java.util.Map;
import java.util.TreeMap;

/**
 * All that the counters of one template hold.
 *
 * @param lastSeqs the number of the last batch counted, by stream
 * @param days the sums by day
 */
record CounterContents(Map<Integer, Long> lastSeqs, Map<LocalDate, Tally> days) {
    CounterContents() {
        this(new TreeMap<>(), new TreeMap<>());
    }
}
