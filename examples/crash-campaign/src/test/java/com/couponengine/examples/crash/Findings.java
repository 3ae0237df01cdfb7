package com.couponengine.examples.crash;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was found broken in a round: each kind once, with its first instance and how often. Thread-safe. */
final class Findings {
    private final Map<String, String> first = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    /**
     * Notes something broken.
     *
     * @param kind what does not hold
     * @param instance where
     */
    synchronized void add(String kind, String instance) {
        first.putIfAbsent(kind, instance);
        counts.merge(kind, 1, Integer::sum);
    }

    /** As {@link #add}, if it does not hold. */
    void require(boolean holds, String kind, String instance) {
        if (!holds) {
            add(kind, instance);
        }
    }

    synchronized List<String> all() {
        return first.entrySet().stream()
                .map(entry -> entry.getKey() + " (" + counts.get(entry.getKey()) + "): " + entry.getValue())
                .toList();
    }
}
