package com.couponengine.kafka;

import com.couponengine.core.massissue.MassIssueChunk;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** A chunk of a mass issue as JSON, version 1. Ids are strings. */
final class ChunkJson {
    private static final int VERSION = 1;
    private static final JsonFactory JSON = new JsonFactory();

    private ChunkJson() {}

    static byte[] write(MassIssueChunk chunk) {
        ByteArrayOutputStream bytes =
                new ByteArrayOutputStream(16 * chunk.userIds().size());
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeNumberField("version", VERSION);
            json.writeStringField("jobId", chunk.jobId());
            json.writeStringField("templateId", Long.toString(chunk.templateId()));
            json.writeStringField("number", Long.toString(chunk.number()));
            json.writeArrayFieldStart("userIds");
            for (Long user : chunk.userIds()) {
                json.writeString(Long.toString(user));
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** @throws WireFormatException if it is not what {@link #write} writes, or of a newer version */
    static MassIssueChunk read(byte[] bytes) {
        JsonObject root = JsonObject.read(JSON, bytes);
        root.version(VERSION);
        try {
            List<Long> users = root.list("userIds").stream()
                    .map(id -> Long.parseLong(id.toString()))
                    .toList();
            return new MassIssueChunk(root.text("jobId"), root.number("templateId"), root.number("number"), users);
        } catch (RuntimeException e) {
            throw new WireFormatException("no chunk of a mass issue: " + e.getMessage(), e);
        }
    }
}
