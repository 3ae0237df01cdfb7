package com.couponengine.jdbc.internal.outbox;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of an outbox row as bytes. A private format with a version in front, read and written only here. */
public final class EventCodec {
    private static final int VERSION = 1;
    private static final int HEAD = 5;
    /** Of an event, all but its texts: type, flags, code, numbers, two currencies, and the lengths of texts. */
    private static final int FIXED = 2 + CouponCode.LENGTH + 6 * 8 + 2 * 5 + 5 * 2;

    private static final int SAME_TEMPLATE = 1;
    private static final int ORDER = 1 << 1;
    private static final int DISCOUNT = 1 << 2;
    private static final int PAID = 1 << 3;
    private static final int REQUEST = 1 << 4;
    private static final int BY = 1 << 5;
    private static final int REASON = 1 << 6;
    private static final int SAME_TIME = 1 << 7;

    private EventCodec() {}

    /** The bytes of events. */
    public static byte[] encode(List<CouponEvent> events) {
        ByteBuffer out = ByteBuffer.allocate(
                HEAD + events.stream().mapToInt(EventCodec::bytesMax).sum());
        out.put((byte) VERSION).putInt(events.size());
        CouponEvent before = null;
        for (CouponEvent event : events) {
            write(out, event, before);
            before = event;
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    /**
     * The events of bytes.
     *
     * @throws StoreUnavailableException if a newer library wrote them, which will read them, or if they are spoilt
     */
    public static List<CouponEvent> decode(byte[] bytes) {
        try {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            int version = in.get() & 0xff;
            if (version != VERSION) {
                throw new StoreUnavailableException("outbox rows of version " + version + " need a newer library");
            }
            int count = in.getInt();
            List<CouponEvent> events = new ArrayList<>();
            CouponEvent before = null;
            for (int i = 0; i < count; i++) {
                before = read(in, before);
                events.add(before);
            }
            return events;
        } catch (BufferUnderflowException | InvalidInputException | DateTimeException | IllegalArgumentException e) {
            throw new StoreUnavailableException("an outbox row is spoilt", e);
        }
    }

    private static int bytesMax(CouponEvent event) {
        return FIXED
                + bytesMax(event.zone().getId())
                + bytesMax(event.orderId())
                + bytesMax(event.requestId())
                + bytesMax(event.by())
                + bytesMax(event.reason());
    }

    private static int bytesMax(@Nullable String text) {
        return text == null ? 0 : 3 * text.length(); // of UTF-8, a pair of characters has four
    }

    private static void write(ByteBuffer out, CouponEvent event, @Nullable CouponEvent before) {
        boolean sameTemplate = before != null
                && before.templateId() == event.templateId()
                && before.zone().equals(event.zone());
        boolean sameTime = before != null && before.at().equals(event.at());
        out.put((byte) number(event.type()));
        out.put((byte) ((sameTemplate ? SAME_TEMPLATE : 0)
                | (sameTime ? SAME_TIME : 0)
                | (event.orderId() != null ? ORDER : 0)
                | (event.discount() != null ? DISCOUNT : 0)
                | (event.paid() != null ? PAID : 0)
                | (event.requestId() != null ? REQUEST : 0)
                | (event.by() != null ? BY : 0)
                | (event.reason() != null ? REASON : 0)));
        out.put(event.code().toString().getBytes(StandardCharsets.US_ASCII));
        out.putLong(event.userId());
        if (!sameTemplate) {
            out.putLong(event.templateId());
            write(out, event.zone().getId());
        }
        if (!sameTime) {
            out.putLong(event.at().toEpochMilli());
        }
        write(out, event.orderId());
        if (event.orderId() != null) {
            out.putInt(event.attempt());
        }
        write(out, event.discount());
        write(out, event.paid());
        write(out, event.requestId());
        write(out, event.by());
        write(out, event.reason());
    }

    private static CouponEvent read(ByteBuffer in, @Nullable CouponEvent before) {
        EventType type = type(in.get() & 0xff);
        int has = in.get();
        CouponCode code = CouponCode.parse(readText(in, CouponCode.LENGTH));
        long userId = in.getLong();
        boolean same = (has & SAME_TEMPLATE) != 0;
        long templateId = same && before != null ? before.templateId() : in.getLong();
        ZoneId zone = same && before != null ? before.zone() : ZoneId.of(readText(in));
        Instant at = (has & SAME_TIME) != 0 && before != null ? before.at() : Instant.ofEpochMilli(in.getLong());
        String orderId = (has & ORDER) != 0 ? readText(in) : null;
        int attempt = (has & ORDER) != 0 ? in.getInt() : 0;
        Money discount = (has & DISCOUNT) != 0 ? readMoney(in) : null;
        Money paid = (has & PAID) != 0 ? readMoney(in) : null;
        String requestId = (has & REQUEST) != 0 ? readText(in) : null;
        String by = (has & BY) != 0 ? readText(in) : null;
        String reason = (has & REASON) != 0 ? readText(in) : null;
        return new CouponEvent(
                type, code, userId, templateId, zone, at, orderId, attempt, discount, paid, requestId, by, reason);
    }

    private static void write(ByteBuffer out, @Nullable Money money) {
        if (money != null) {
            out.putLong(money.minorUnits());
            write(out, money.currency().getCurrencyCode());
        }
    }

    private static Money readMoney(ByteBuffer in) {
        long minorUnits = in.getLong();
        return new Money(minorUnits, Currency.getInstance(readText(in)));
    }

    private static void write(ByteBuffer out, @Nullable String text) {
        if (text != null) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.putShort((short) bytes.length).put(bytes);
        }
    }

    private static String readText(ByteBuffer in) {
        return readText(in, in.getShort() & 0xffff);
    }

    private static String readText(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static int number(EventType type) {
        return switch (type) {
            case ISSUED -> 1;
            case HELD -> 2;
            case HOLD_LAPSED -> 3;
            case REDEEMED -> 4;
            case CONFIRMED -> 5;
            case RELEASED -> 6;
            case REFUNDED -> 7;
            case VOIDED -> 8;
            case EXPIRED -> 9;
        };
    }

    private static EventType type(int number) {
        return switch (number) {
            case 1 -> EventType.ISSUED;
            case 2 -> EventType.HELD;
            case 3 -> EventType.HOLD_LAPSED;
            case 4 -> EventType.REDEEMED;
            case 5 -> EventType.CONFIRMED;
            case 6 -> EventType.RELEASED;
            case 7 -> EventType.REFUNDED;
            case 8 -> EventType.VOIDED;
            case 9 -> EventType.EXPIRED;
            default -> throw new StoreUnavailableException("an outbox row has events of type " + number);
        };
    }
}
