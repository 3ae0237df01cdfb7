package com.couponengine.jdbc.internal.outbox;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of an outbox row as bytes. A private format with a version in front, read and written only here. */
public final class EventCodec {
    private static final int VERSION = 1;
    private static final int BYTES_PER_EVENT = 96;

    private static final int SAME_TEMPLATE = 1;
    private static final int ORDER = 1 << 1;
    private static final int DISCOUNT = 1 << 2;
    private static final int PAID = 1 << 3;
    private static final int REQUEST = 1 << 4;
    private static final int BY = 1 << 5;
    private static final int REASON = 1 << 6;

    private EventCodec() {}

    /** The bytes of events. */
    public static byte[] encode(List<CouponEvent> events) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(16 + BYTES_PER_EVENT * events.size());
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeInt(events.size());
            CouponEvent before = null;
            for (CouponEvent event : events) {
                write(out, event, before);
                before = event;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * The events of bytes.
     *
     * @throws StoreUnavailableException if a newer library wrote them, which will read them, or if they are spoilt
     */
    public static List<CouponEvent> decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new StoreUnavailableException("outbox rows of version " + version + " need a newer library");
            }
            int count = in.readInt();
            List<CouponEvent> events = new ArrayList<>();
            CouponEvent before = null;
            for (int i = 0; i < count; i++) {
                before = read(in, before);
                events.add(before);
            }
            return events;
        } catch (IOException | InvalidInputException | DateTimeException | IllegalArgumentException e) {
            throw new StoreUnavailableException("an outbox row is spoilt", e);
        }
    }

    private static void write(DataOutputStream out, CouponEvent event, @Nullable CouponEvent before)
            throws IOException {
        boolean sameTemplate = before != null
                && before.templateId() == event.templateId()
                && before.zone().equals(event.zone());
        out.writeByte(number(event.type()));
        out.writeByte((sameTemplate ? SAME_TEMPLATE : 0)
                | (event.orderId() != null ? ORDER : 0)
                | (event.discount() != null ? DISCOUNT : 0)
                | (event.paid() != null ? PAID : 0)
                | (event.requestId() != null ? REQUEST : 0)
                | (event.by() != null ? BY : 0)
                | (event.reason() != null ? REASON : 0));
        out.writeBytes(event.code().toString());
        out.writeLong(event.userId());
        if (!sameTemplate) {
            out.writeLong(event.templateId());
            out.writeUTF(event.zone().getId());
        }
        out.writeLong(event.at().toEpochMilli());
        if (event.orderId() != null) {
            out.writeUTF(event.orderId());
            out.writeInt(event.attempt());
        }
        write(out, event.discount());
        write(out, event.paid());
        if (event.requestId() != null) {
            out.writeUTF(event.requestId());
        }
        if (event.by() != null) {
            out.writeUTF(event.by());
        }
        if (event.reason() != null) {
            out.writeUTF(event.reason());
        }
    }

    private static CouponEvent read(DataInputStream in, @Nullable CouponEvent before) throws IOException {
        EventType type = type(in.readUnsignedByte());
        int has = in.readUnsignedByte();
        byte[] code = new byte[CouponCode.LENGTH];
        in.readFully(code);
        long userId = in.readLong();
        boolean same = (has & SAME_TEMPLATE) != 0;
        long templateId = same && before != null ? before.templateId() : in.readLong();
        ZoneId zone = same && before != null ? before.zone() : ZoneId.of(in.readUTF());
        Instant at = Instant.ofEpochMilli(in.readLong());
        String orderId = (has & ORDER) != 0 ? in.readUTF() : null;
        int attempt = (has & ORDER) != 0 ? in.readInt() : 0;
        Money discount = (has & DISCOUNT) != 0 ? readMoney(in) : null;
        Money paid = (has & PAID) != 0 ? readMoney(in) : null;
        String requestId = (has & REQUEST) != 0 ? in.readUTF() : null;
        String by = (has & BY) != 0 ? in.readUTF() : null;
        String reason = (has & REASON) != 0 ? in.readUTF() : null;
        return new CouponEvent(
                type,
                CouponCode.parse(new String(code, StandardCharsets.US_ASCII)),
                userId,
                templateId,
                zone,
                at,
                orderId,
                attempt,
                discount,
                paid,
                requestId,
                by,
                reason);
    }

    private static void write(DataOutputStream out, @Nullable Money money) throws IOException {
        if (money != null) {
            out.writeLong(money.minorUnits());
            out.writeUTF(money.currency().getCurrencyCode());
        }
    }

    private static Money readMoney(DataInputStream in) throws IOException {
        long minorUnits = in.readLong();
        return new Money(minorUnits, Currency.getInstance(in.readUTF()));
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
