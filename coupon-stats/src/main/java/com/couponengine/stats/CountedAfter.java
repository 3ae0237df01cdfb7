package com.couponengine.stats;

import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventConsumer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stores first, then counts. Remembers the last batches that it counted, and so notices counters that have fallen back
 * behind them.
 */
final class CountedAfter implements EventConsumer {
    private static final int REBUILDS_MAX = 5;
    private static final int TEMPLATES_REMEMBERED_MAX = 10_000;

    private final ClickHouseEvents events;
    private final RedisCounters counters;
    private final LinkedHashMap<Long, Map<Integer, Long>> counted = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Map<Integer, Long>> eldest) {
            return size() > TEMPLATES_REMEMBERED_MAX;
        }
    };

    CountedAfter(ClickHouseEvents events, RedisCounters counters) {
        this.events = events;
        this.counters = counters;
    }

    @Override
    public void accept(List<EventBatch> batches) {
        events.accept(batches);
        TemplatePart.of(batches).forEach(this::count);
    }

    private void count(long templateId, List<TemplatePart> parts) {
        Map<Integer, Long> floors = floors(templateId);
        for (int rebuilt = 0; !counters.count(templateId, parts, false, floors); rebuilt++) {
            if (rebuilt == REBUILDS_MAX) {
                throw new StoreUnavailableException(
                        "the counters of template " + templateId + " were lost again and again");
            }
            counters.rebuild(templateId, events);
        }
        remember(templateId, parts);
    }

    private Map<Integer, Long> floors(long templateId) {
        synchronized (counted) {
            return Map.copyOf(counted.getOrDefault(templateId, Map.of()));
        }
    }

    private void remember(long templateId, List<TemplatePart> parts) {
        synchronized (counted) {
            Map<Integer, Long> seqs = counted.computeIfAbsent(templateId, id -> new LinkedHashMap<>());
            parts.forEach(part -> seqs.merge(part.stream(), part.seq(), Math::max));
        }
    }
}
