package com.couponengine.core.event;

import com.couponengine.core.error.Mistakes;
import java.util.List;

/**
 * The events of one transaction in one stream. Streams are contiguous groups of tables; within a stream the numbers run
 * 1, 2, 3, … without gaps, and the events of one coupon stand in the order in which they happened.
 *
 * @param stream the stream, from 0
 * @param seq the batch's number within its stream, from 1
 * @param events at least one
 */
public record EventBatch(int stream, long seq, List<CouponEvent> events) {
    public EventBatch {
        events = Mistakes.copied("events", events);
    }
}
