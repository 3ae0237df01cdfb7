package com.couponengine.core.memory;

import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.Outbox;
import com.couponengine.core.store.Shards;
import java.util.List;
import java.util.Map;

final class InMemoryOutbox implements Outbox {
    private final InMemoryData data;
    private final Shards shards;

    InMemoryOutbox(InMemoryData data, Shards shards) {
        this.data = data;
        this.shards = shards;
    }

    @Override
    public int sources() {
        return shards.sources();
    }

    @Override
    public List<EventBatch> next(int source, Map<Integer, Long> safe, int max) {
        synchronized (data) {
            safe.forEach((stream, seq) -> data.outbox.get(stream).removeIf(batch -> batch.seq() <= seq));
            return shards.streamsOf(source)
                    .mapToObj(stream -> data.outbox.get(stream).stream().limit(max))
                    .flatMap(batches -> batches)
                    .toList();
        }
    }
}
