package com.couponengine.kafka;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object as it was read, with typed access to its fields; numbers may be written as numbers or as strings. */
record JsonObject(Map<String, Object> fields) {

    static JsonObject read(JsonFactory json, byte[] bytes) {
        try (JsonParser parser = json.createParser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new WireFormatException("not a JSON object");
            }
            return new JsonObject(object(parser));
        } catch (IOException e) {
            throw new WireFormatException("not JSON: " + e.getMessage(), e);
        }
    }

    /** @throws WireFormatException if the version is missing or newer than the one known */
    void version(int known) {
        String version = optionalText("version");
        if (version == null || !version.matches("\\d{1,9}") || Integer.parseInt(version) > known) {
            throw new WireFormatException("version = " + version + ": versions up to " + known + " are known");
        }
    }

    String text(String field) {
        String value = optionalText(field);
        if (value == null) {
            throw new WireFormatException(field + ": is missing");
        }
        return value;
    }

    long number(String field) {
        String value = text(field);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new WireFormatException(field + " = " + value + ": must be a whole number", e);
        }
    }

    @Nullable
    String optionalText(String field) {
        Object value = fields.get(field);
        return value == null ? null : value.toString();
    }

    @SuppressWarnings("unchecked")
    @Nullable
    Map<String, Object> optionalObject(String field) {
        return fields.get(field) instanceof Map<?, ?> map ? (Map<String, Object>) map : null;
    }

    List<Object> list(String field) {
        if (fields.get(field) instanceof List<?> list) {
            return new ArrayList<>(list);
        }
        throw new WireFormatException(field + ": must be a list");
    }

    @SuppressWarnings("unchecked")
    List<JsonObject> objects(String field) {
        List<JsonObject> objects = new ArrayList<>();
        for (Object element : list(field)) {
            if (!(element instanceof Map<?, ?> map)) {
                throw new WireFormatException(field + ": must be a list of objects");
            }
            objects.add(new JsonObject((Map<String, Object>) map));
        }
        return objects;
    }

    private static Map<String, Object> object(JsonParser parser) throws IOException {
        Map<String, Object> fields = new HashMap<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_OBJECT; token = parser.nextToken()) {
            String name = parser.currentName();
            Object value = value(parser, parser.nextToken());
            if (value != null) {
                fields.put(name, value);
            }
        }
        return fields;
    }

    private static @Nullable Object value(JsonParser parser, @Nullable JsonToken token) throws IOException {
        if (token == JsonToken.START_OBJECT) {
            return object(parser);
        }
        if (token == JsonToken.START_ARRAY) {
            List<Object> list = new ArrayList<>();
            for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                Object value = value(parser, next);
                if (value != null) {
                    list.add(value);
                }
            }
            return list;
        }
        return token == JsonToken.VALUE_NULL ? null : parser.getText();
    }
}
