package com.couponengine.stats;

import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The events of one template in one batch, summed up.
 *
 * @param stream the batch's stream
 * @param seq the batch's number in it
 * @param total all of them
 * @param days the same, by day in the template's zone
 */
record TemplatePart(int stream, long seq, Tally total, Map<LocalDate, Tally> days) {

    private TemplatePart(EventBatch batch) {
        this(batch.stream(), batch.seq(), new Tally(), new TreeMap<>());
    }

    /** The parts by template, in the order of the batches. */
    static Map<Long, List<TemplatePart>> of(List<EventBatch> batches) {
        Map<Long, List<TemplatePart>> byTemplate = new LinkedHashMap<>();
        for (EventBatch batch : batches) {
            Map<Long, TemplatePart> parts = new LinkedHashMap<>();
            for (CouponEvent event : batch.events()) {
                parts.computeIfAbsent(event.templateId(), id -> new TemplatePart(batch))
                        .add(event);
            }
            parts.forEach((templateId, part) -> byTemplate
                    .computeIfAbsent(templateId, id -> new ArrayList<>())
                    .add(part));
        }
        return byTemplate;
    }

    private void add(CouponEvent event) {
        total.add(event);
        days.computeIfAbsent(Buckets.day(event.at(), event.zone()), day -> new Tally())
                .add(event);
    }
}
