package com.couponengine.stats;

import static com.couponengine.core.event.EventType.EXPIRED;
import static com.couponengine.core.event.EventType.ISSUED;
import static com.couponengine.stats.Events.batch;
import static com.couponengine.stats.Events.event;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TemplatePartTest {

    @Test
    void aBatchIsSharedOutByTemplateAndByDayInTheZoneOfEach() {
        Map<Long, List<TemplatePart>> parts = TemplatePart.of(List.of(
                batch(
                        3,
                        10,
                        event(ISSUED, 1, "Asia/Shanghai", "2025-01-31T16:30:00Z"),
                        event(ISSUED, 2, "America/New_York", "2025-01-31T16:30:00Z"),
                        event(ISSUED, 1, "Asia/Shanghai", "2025-01-31T15:59:59Z")),
                batch(3, 12, event(ISSUED, 2, "America/New_York", "2025-02-01T05:00:00Z"))));

        assertThat(parts.keySet()).containsExactly(1L, 2L);
        assertThat(parts.get(1L)).hasSize(1);
        assertThat(parts.get(1L).get(0).days().keySet())
                .containsExactly(LocalDate.of(2025, 1, 31), LocalDate.of(2025, 2, 1));
        assertThat(parts.get(1L).get(0).total().sums()).containsExactly(Map.entry(Figure.ISSUED, 2L));
        assertThat(parts.get(2L)).extracting(TemplatePart::seq).containsExactly(10L, 12L);
        assertThat(parts.get(2L).get(1).days().keySet()).containsExactly(LocalDate.of(2025, 2, 1));
    }

    @Test
    void aCouponThatIsSweptDaysLaterExpiredOnTheDayOfItsEnd() {
        // The end, exclusive, is the first instant of the next day.
        Map<Long, List<TemplatePart>> parts =
                TemplatePart.of(List.of(batch(0, 1, event(EXPIRED, 1, "Asia/Shanghai", "2025-01-31T16:00:00Z"))));
        assertThat(parts.get(1L).get(0).days().keySet()).containsExactly(LocalDate.of(2025, 2, 1));
    }
}
