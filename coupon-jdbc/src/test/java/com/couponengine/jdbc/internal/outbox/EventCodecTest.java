package com.couponengine.jdbc.internal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class EventCodecTest {
    private static final List<String> ZONES = List.of("UTC", "Asia/Shanghai", "+08:00", "America/Argentina/Ushuaia");
    private static final List<String> CURRENCIES = List.of("CNY", "JPY", "KWD");
    private static final List<String> NAMES = List.of("Li Lei", "客服 7", "🎧", "b".repeat(64));
    private static final List<String> REASONS = List.of("wrong price", "标错价格", "🎩 withdrawn\n", "r".repeat(200));

    private final CouponCodes codes = new CouponCodes();

    @Test
    void whateverIsWrittenIsReadBack() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            List<CouponEvent> events = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(8); i++) {
                boolean ofTheSameTemplate = i > 0 && random.nextBoolean();
                events.add(event(random, ofTheSameTemplate ? events.get(i - 1) : null));
            }
            assertThat(EventCodec.decode(EventCodec.encode(events)))
                    .as("seed %d", seed)
                    .isEqualTo(events);
        }
    }

    private CouponEvent event(Random random, CouponEvent like) {
        long user = edge(random);
        boolean ofAnOrder = random.nextBoolean();
        return new CouponEvent(
                pick(random, Arrays.asList(EventType.values())),
                codes.next(user),
                user,
                like == null ? edge(random) : like.templateId(),
                like != null && random.nextBoolean() ? like.zone() : ZoneId.of(pick(random, ZONES)),
                like != null && random.nextBoolean()
                        ? like.at()
                        : Instant.ofEpochMilli(random.nextLong(253_402_300_800_000L)),
                ofAnOrder ? "order-" + random.nextInt() : null,
                ofAnOrder ? 1 + random.nextInt(10_000) : 0,
                money(random),
                money(random),
                random.nextBoolean() ? "request-" + random.nextInt() : null,
                random.nextBoolean() ? pick(random, NAMES) : null,
                random.nextBoolean() ? pick(random, REASONS) : null);
    }

    private static long edge(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> 1 + random.nextInt(100);
            case 1 -> 738_529_527_931_269_425L;
            default -> Long.MAX_VALUE - random.nextInt(100);
        };
    }

    private static Money money(Random random) {
        return random.nextBoolean() ? null : Money.ofMinor(edge(random), pick(random, CURRENCIES));
    }

    private static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    @Test
    void rowsOfANewerLibraryAreLeftToIt() {
        byte[] bytes = EventCodec.encode(List.of(event(new Random(1), null)));
        bytes[0] = 2;
        assertThatThrownBy(() -> EventCodec.decode(bytes))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("version 2");
    }

    @Test
    void bytesThatAreNoEventsAreTold() {
        byte[] whole = EventCodec.encode(List.of(event(new Random(2), null), event(new Random(3), null)));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> EventCodec.decode(cut))
                    .as("cut to %d of %d bytes", length, whole.length)
                    .isInstanceOf(StoreUnavailableException.class);
        }
        byte[] endless = whole.clone();
        Arrays.fill(endless, 1, 5, (byte) 0x7f);
        assertThatThrownBy(() -> EventCodec.decode(endless)).isInstanceOf(StoreUnavailableException.class);
        byte[] strange = whole.clone();
        strange[5] = 99;
        assertThatThrownBy(() -> EventCodec.decode(strange))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("99");
    }
}
