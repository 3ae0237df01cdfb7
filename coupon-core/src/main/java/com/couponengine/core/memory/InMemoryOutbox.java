package com.couponengine.core.memory;

import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.Outbox;
import com.couponengine.core.store.Shards;
import java.util.List;

final class InMemoryOutbox implements Outbox {
    private final InMemoryData data;

    InMemoryOutbox(InMemoryData data) {
        this.data = data;
    }

    @Override
    public int streams() {
        return Shards.STREAMS;
    }

    @Override
    public List<EventBatch> unpublished(int stream, int max) {
        synchronized (data) {
            return data.outbox.get(stream).stream().limit(max).toList();
        }
    }

    @Override
    public void acknowledge(int stream, long upToSeq) {
        synchronized (data) {
            data.outbox.get(stream).removeIf(batch -> batch.seq() <= upToSeq);
        }
    }
}
