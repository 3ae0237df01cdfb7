package com.couponengine.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventPublisher;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import com.couponengine.core.store.Shards;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link EventPublisher}. An adapter's test extends it and overrides {@link #open}. After every test each
 * stream must be one that a consumer who drops numbers not above the last seen reads without a gap.
 */
public abstract class EventPublisherContract {
    private static final Instant NOW = Instant.parse("2030-03-15T10:00:00.123Z");

    private final CouponCodes codes = new CouponCodes();
    private PublisherFixture fixture;
    private EventPublisher publisher;

    /** Opens a publisher. */
    protected abstract PublisherFixture open() throws Exception;

    @BeforeEach
    final void openPublisher() throws Exception {
        fixture = open();
        publisher = fixture.publisher();
    }

    @AfterEach
    final void everyStreamCanBeReadWithoutAGapAfterwards() throws Exception {
        try (PublisherFixture opened = fixture) {
            if (opened != null) {
                for (int stream = 0; stream < Shards.STREAMS; stream++) {
                    List<EventBatch> read = asConsumed(opened.visible(stream));
                    assertThat(read)
                            .extracting(EventBatch::seq)
                            .as("numbers of stream %s", stream)
                            .containsExactlyElementsOf(LongStream.rangeClosed(1, read.size())
                                    .boxed()
                                    .toList());
                }
            }
        }
    }

    private static List<EventBatch> asConsumed(List<EventBatch> visible) {
        List<EventBatch> consumed = new ArrayList<>();
        long last = 0;
        for (EventBatch batch : visible) {
            if (batch.seq() > last) {
                consumed.add(batch);
                last = batch.seq();
            }
        }
        return consumed;
    }

    private CouponEvent event(int stream, String requestId) {
        long user = 640L + (long) stream * Shards.TABLES_PER_STREAM;
        return new CouponEvent(
                EventType.ISSUED,
                codes.next(user),
                user,
                7,
                ZoneId.of("UTC"),
                NOW,
                null,
                0,
                null,
                null,
                requestId,
                null,
                null);
    }

    private EventBatch batch(int stream, long seq) {
        return new EventBatch(stream, seq, List.of(event(stream, "q" + seq), event(stream, "r" + seq)));
    }

    private List<EventBatch> batches(int stream, long from, long to) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(seq -> batch(stream, seq))
                .toList();
    }

    private void published(List<EventBatch> batches) {
        assertThat(publisher.publish(batches)).as("safe batches").isEqualTo(batches.size());
    }

    @Test
    final void whatIsSafeIsVisibleInItsOrder() throws Exception {
        List<EventBatch> batches = batches(3, 1, 5);

        published(batches);

        assertThat(fixture.visible(3)).isEqualTo(batches);
        assertThat(fixture.visible(2)).isEmpty();
    }

    @Test
    final void nothingToPublishIsNothingSafe() throws Exception {
        assertThat(publisher.publish(List.of())).isZero();
        assertThat(fixture.visible(0)).isEmpty();
    }

    @Test
    final void oneCallGoesOnWhereTheOtherEnded() throws Exception {
        List<EventBatch> batches = batches(0, 1, 6);

        published(batches.subList(0, 1));
        published(batches.subList(1, 4));
        published(batches.subList(4, 6));

        assertThat(fixture.visible(0)).isEqualTo(batches);
    }

    @Test
    final void aRepeatArrivesWithTheSameStreamAndNumber() throws Exception {
        List<EventBatch> batches = batches(7, 1, 6);
        published(batches.subList(0, 3));
        published(batches.subList(1, 5)); // as after a lost answer
        published(batches.subList(1, 5));
        published(batches.subList(5, 6));

        List<EventBatch> visible = fixture.visible(7);

        assertThat(visible).isSubsetOf(batches);
        assertThat(asConsumed(visible)).isEqualTo(batches);
    }

    @Test
    final void everyFieldArrivesAsItWasWritten() throws Exception {
        long user = Long.MAX_VALUE - (Long.MAX_VALUE % CouponCode.TABLES); // of the first table
        CouponCode code = codes.next(user);
        List<CouponEvent> events = new ArrayList<>();
        for (EventType type : EventType.values()) {
            events.add(new CouponEvent(
                    type, code, user, (1L << 53) + 1, ZoneId.of("UTC"), NOW, null, 0, null, null, null, null, null));
            events.add(new CouponEvent(
                    type,
                    code,
                    user,
                    1,
                    ZoneId.of("America/Argentina/ComodRivadavia"),
                    Instant.EPOCH,
                    "o'\"\\%{}<>",
                    10_000,
                    Money.of("12.34", "CNY"),
                    Money.of("0", "CNY"),
                    "q".repeat(64),
                    "谁 '\"\\% ✨",
                    "为什么 '\"\\%\n\t✨"));
        }
        events.add(withAmounts(code, user, Money.of("500", "JPY"), Money.of("1.234", "KWD")));
        events.add(withAmounts(code, user, Money.ofMinor(Long.MAX_VALUE, "CNY"), Money.ofMinor((1L << 53) + 1, "JPY")));
        EventBatch batch = new EventBatch(0, 1, events);

        published(List.of(batch));

        assertThat(fixture.visible(0)).containsExactly(batch);
    }

    private static CouponEvent withAmounts(CouponCode code, long user, Money discount, Money paid) {
        return new CouponEvent(
                EventType.REDEEMED, code, user, 1, ZoneId.of("+05:45"), NOW, "A", 1, discount, paid, null, null, null);
    }

    @Test
    final void largeBatchesAndLongListsArrive() throws Exception {
        List<CouponEvent> many = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            many.add(event(1, "grab-" + i));
        }
        List<EventBatch> batches = new ArrayList<>();
        batches.add(new EventBatch(1, 1, many));
        batches.addAll(batches(1, 2, 300));

        published(batches);

        assertThat(fixture.visible(1)).isEqualTo(batches);
    }

    @Test
    final void streamsArePublishedAtTheSameTime() throws Exception {
        Race.run(Shards.STREAMS, stream -> {
            for (int i = 0; i < 20; i++) {
                published(batches(stream, 1 + i * 3L, 3 + i * 3L));
            }
            return null;
        });

        for (int stream = 0; stream < Shards.STREAMS; stream++) {
            assertThat(fixture.visible(stream)).as("stream %s", stream).hasSize(60);
        }
    }
}
