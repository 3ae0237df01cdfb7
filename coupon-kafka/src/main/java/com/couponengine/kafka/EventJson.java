package com.couponengine.kafka;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Event batches of one stream as JSON, version 1. Ids, amounts (in minor units) and batch numbers are strings, so that no
 * reader loses digits; times are ISO-8601 instants in UTC. Readers ignore fields that they do not know.
 */
final class EventJson {
    static final int VERSION = 1;

    private static final JsonFactory JSON = new JsonFactory();

    private EventJson() {}

    /** Batches of one stream, at least one. */
    static byte[] write(List<EventBatch> batches) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1_024);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeNumberField("version", VERSION);
            json.writeNumberField("stream", batches.get(0).stream());
            json.writeArrayFieldStart("batches");
            for (EventBatch batch : batches) {
                json.writeStartObject();
                json.writeStringField("seq", Long.toString(batch.seq()));
                json.writeArrayFieldStart("events");
                for (CouponEvent event : batch.events()) {
                    write(json, event);
                }
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator json, CouponEvent event) throws IOException {
        json.writeStartObject();
        json.writeStringField("type", event.type().name());
        json.writeStringField("code", event.code().toString());
        json.writeStringField("userId", Long.toString(event.userId()));
        json.writeStringField("templateId", Long.toString(event.templateId()));
        json.writeStringField("zone", event.zone().getId());
        json.writeStringField("at", event.at().toString());
        optional(json, "orderId", event.orderId());
        if (event.attempt() > 0) {
            json.writeNumberField("attempt", event.attempt());
        }
        optional(json, "discount", event.discount());
        optional(json, "paid", event.paid());
        optional(json, "requestId", event.requestId());
        optional(json, "by", event.by());
        optional(json, "reason", event.reason());
        json.writeEndObject();
    }

    private static void optional(JsonGenerator json, String field, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(field, value);
        }
    }

    private static void optional(JsonGenerator json, String field, @Nullable Money value) throws IOException {
        if (value != null) {
            json.writeObjectFieldStart(field);
            json.writeStringField("minorUnits", Long.toString(value.minorUnits()));
            json.writeStringField("currency", value.currency().getCurrencyCode());
            json.writeEndObject();
        }
    }

    /** @throws WireFormatException if it is not what {@link #write} writes, or of a newer version */
    static List<EventBatch> read(byte[] bytes) {
        JsonObject root = JsonObject.read(JSON, bytes);
        root.version(VERSION);
        try {
            int stream = (int) root.number("stream");
            List<EventBatch> batches = new ArrayList<>();
            for (JsonObject batch : root.objects("batches")) {
                List<CouponEvent> events = new ArrayList<>();
                for (JsonObject event : batch.objects("events")) {
                    events.add(event(event));
                }
                batches.add(new EventBatch(stream, batch.number("seq"), events));
            }
            return batches;
        } catch (RuntimeException e) {
            throw new WireFormatException("no coupon events: " + e.getMessage(), e);
        }
    }

    private static CouponEvent event(JsonObject event) {
        return new CouponEvent(
                EventType.valueOf(event.text("type")),
                CouponCode.parse(event.text("code")),
                event.number("userId"),
                event.number("templateId"),
                ZoneId.of(event.text("zone")),
                Instant.parse(event.text("at")),
                event.optionalText("orderId"),
                event.optionalText("attempt") == null ? 0 : (int) event.number("attempt"),
                money(event.optionalObject("discount")),
                money(event.optionalObject("paid")),
                event.optionalText("requestId"),
                event.optionalText("by"),
                event.optionalText("reason"));
    }

    private static @Nullable Money money(@Nullable Map<String, Object> value) {
        if (value == null) {
            return null;
        }
        JsonObject money = new JsonObject(value);
        return Money.ofMinor(money.number("minorUnits"), money.text("currency"));
    }
}
