package com.couponengine.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The Lua scripts. Each is put together from the parts that it shares with the others. */
final class Script {
    static final Script RESERVE = new Script("server", "share", "reserve");
    static final Script SETTLE = new Script("server", "share", "settle");
    static final Script LOAD = new Script("server", "load");
    static final Script VIEW = new Script("server", "share", "view");
    static final Script OVERDUE = new Script("server", "share", "overdue");
    static final Script REMOVE = new Script("remove");
    static final Script ENTER = new Script("enter");
    static final Script LEAVE = new Script("leave");

    private final byte[] source;
    private final byte[] sha1;

    private Script(String... parts) {
        StringBuilder text = new StringBuilder();
        for (String part : parts) {
            text.append(resource(part + ".lua")).append('\n');
        }
        source = text.toString().getBytes(StandardCharsets.UTF_8);
        sha1 = sha1(source);
    }

    /** The Lua text. Not to be changed. */
    byte[] source() {
        return source;
    }

    /** The name under which a server keeps it, in hexadecimal. Not to be changed. */
    byte[] sha1() {
        return sha1;
    }

    private static String resource(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the library's jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] sha1(byte[] source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(source);
            return HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
