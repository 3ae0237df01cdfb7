package com.couponengine.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventType;
import com.couponengine.core.event.Outbox;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.Shards;
import com.couponengine.core.template.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** {@link Outbox}: the events of committed changes, in order and numbered without gaps. */
public abstract class OutboxContract extends RedemptionContract {

    private List<EventBatch> unpublished(int stream, int max) {
        List<EventBatch> batches = EventsSeen.unpublished(repository().outbox(), stream, max);
        assertThat(batches)
                .hasSizeLessThanOrEqualTo(max)
                .allSatisfy(batch -> assertThat(batch.stream()).isEqualTo(stream));
        return batches;
    }

    private void noteSafe(long seq) {
        int source = repository().shards().sourceOfUser(user(1));
        repository().outbox().next(source, Map.of(stream(), seq), 1);
    }

    /** The stream of the first user. */
    private int stream() {
        return Shards.streamOf((int) (user(1) % CouponCode.TABLES));
    }

    private List<Long> numbers(int max) {
        return unpublished(stream(), max).stream().map(EventBatch::seq).toList();
    }

    private Template manyEach() {
        return published(terms().unlimitedPerUser());
    }

    private void transactions(Template template, int from, int to) {
        for (int i = from; i < to; i++) {
            granted(template, user(1), "grab-" + i);
        }
    }

    @Test
    final void thereAreEightStreamsAndAtFirstTheyAreEmpty() {
        assertThat(repository().outbox().sources())
                .isEqualTo(repository().shards().sources());
        for (int stream = 0; stream < Shards.STREAMS; stream++) {
            assertThat(unpublished(stream, 10)).isEmpty();
        }
    }

    @Test
    final void theNumbersOfAStreamRunFromOneWithoutGaps() {
        transactions(manyEach(), 0, 5);

        assertThat(numbers(100)).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(unpublished(stream(), 100))
                .extracting(batch -> batch.events().get(0).requestId())
                .containsExactly("grab-0", "grab-1", "grab-2", "grab-3", "grab-4");
    }

    @Test
    final void aNumberOnceGivenStays() {
        Template template = manyEach();
        transactions(template, 0, 3);
        List<EventBatch> first = unpublished(stream(), 100);
        transactions(template, 3, 6);

        assertThat(unpublished(stream(), 3)).isEqualTo(first);
        assertThat(unpublished(stream(), 100)).startsWith(first.toArray(EventBatch[]::new));
        assertThat(numbers(100)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(unpublished(stream(), 2)).isEqualTo(first.subList(0, 2));
    }

    @Test
    final void whatIsAcknowledgedIsNotAnsweredAgain() {
        transactions(manyEach(), 0, 5);

        acknowledge(unpublished(stream(), 2));

        assertThat(numbers(100)).containsExactly(3L, 4L, 5L);
        acknowledge(unpublished(stream(), 100));
        assertThat(numbers(100)).isEmpty();
    }

    @Test
    final void acknowledgingAgainOrLessChangesNothing() {
        transactions(manyEach(), 0, 5);
        acknowledge(unpublished(stream(), 3));

        noteSafe(3);
        noteSafe(1);
        noteSafe(0);

        assertThat(numbers(100)).containsExactly(4L, 5L);
    }

    @Test
    final void numberingGoesOnAfterEverythingWasAcknowledged() {
        Template template = manyEach();
        transactions(template, 0, 3);
        acknowledge(unpublished(stream(), 100));
        transactions(template, 3, 5);

        assertThat(numbers(100)).containsExactly(4L, 5L);
    }

    @Test
    final void acknowledgingOneStreamLeavesTheOthersAlone() {
        Template template = manyEach();
        Map<Integer, Long> users = new TreeMap<>();
        for (int table = 0; table < CouponCode.TABLES; table += Shards.TABLES_PER_STREAM) {
            users.put(Shards.streamOf(table), 64L + table);
        }
        users.values().forEach(user -> granted(template, user, "grab"));

        acknowledge(unpublished(3, 10));

        users.forEach((stream, user) -> assertThat(unpublished(stream, 10)).hasSize(stream == 3 ? 0 : 1));
        users.forEach((stream, user) -> {
            if (stream != 3) {
                assertThat(unpublished(stream, 10).get(0).seq()).isEqualTo(1);
            }
        });
    }

    @Test
    final void theEventsOfOneTransactionArriveTogetherInEveryStream() {
        Template template = manyEach();
        List<IssueRequest> requests = new ArrayList<>();
        int tables = CouponCode.TABLES / repository().shards().sources();
        for (int n = 1; n <= tables; n++) {
            requests.add(request(template, user(n), "grab"));
        }
        issue(template, requests);

        int events = 0;
        for (int stream = 0; stream < Shards.STREAMS; stream++) {
            List<EventBatch> batches = unpublished(stream, 100);
            assertThat(batches).as("batches of stream %s", stream).hasSizeLessThanOrEqualTo(1);
            for (EventBatch batch : batches) {
                events += batch.events().size();
            }
        }
        assertThat(events).isEqualTo(tables);
    }

    @Test
    final void theEventsOfACouponStandInTheirOrder() {
        Coupon coupon = granted(manyEach());
        run(List.of(hold(coupon, "A", 1), release(coupon, "A", 1), redeem(coupon, "B", 1)));
        run(release(coupon, "B", 1));

        assertThat(drainEvents())
                .extracting(CouponEvent::type)
                .containsExactly(
                        EventType.ISSUED, EventType.HELD, EventType.RELEASED, EventType.REDEEMED, EventType.RELEASED);
    }

    @Test
    final void whatChangesNothingPublishesNothing() {
        Coupon coupon = granted(published(terms()));
        done(redeem(coupon, "A", 1), RedemptionStatus.REDEEMED);
        drainEvents();

        issue(template(repository().templates().find(coupon.templateId()).orElseThrow()), user(1), "grab-1");
        issue(template(repository().templates().find(coupon.templateId()).orElseThrow()), user(1), "grab-2");
        run(redeem(coupon, "A", 1));
        run(redeem(coupon, "B", 1));
        run(release(coupon, "C", 1));
        run(sweep(coupon));

        for (int stream = 0; stream < Shards.STREAMS; stream++) {
            assertThat(unpublished(stream, 10)).isEmpty();
        }
    }

    @Test
    final void twoRelaysAtOnceReadTheSameNumbers() {
        Template template = manyEach();
        transactions(template, 0, 20);

        List<List<EventBatch>> read =
                Race.run(8, n -> EventsSeen.unpublished(repository().outbox(), stream(), 100));

        assertThat(read.stream().distinct()).hasSize(1);
        assertThat(read.get(0)).extracting(EventBatch::seq).isSorted().hasSize(20);
    }

    @Test
    final void eventsAreReadWhileOthersAreWrittenAndNoneIsMissed() {
        Template template = manyEach();
        List<EventBatch> relayed = new ArrayList<>();

        Race.run(16, n -> {
            if (n == 0) {
                for (int i = 0; i < 40; i++) {
                    List<EventBatch> batches =
                            EventsSeen.unpublished(repository().outbox(), stream(), 5);
                    if (!batches.isEmpty()) {
                        relayed.addAll(batches);
                        acknowledge(batches);
                    }
                }
            } else {
                for (int i = 0; i < 5; i++) {
                    granted(template, user(1), "grab-" + n + "-" + i);
                }
            }
            return null;
        });

        relayed.addAll(drain(stream()));
        assertThat(relayed).extracting(EventBatch::seq).isSorted();
        assertThat(relayed.stream().flatMap(batch -> batch.events().stream()).map(CouponEvent::requestId))
                .hasSize(75)
                .doesNotHaveDuplicates();
    }
}
