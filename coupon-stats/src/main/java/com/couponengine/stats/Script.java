package com.couponengine.stats;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** A script of this package. Works also when the server has forgotten it. Immutable. */
final class Script {
    private final String text;
    private final String sha1;

    /** @param file its name beside this class */
    Script(String file) {
        try (InputStream in = Script.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not in the jar");
            }
            byte[] bytes = in.readAllBytes();
            text = new String(bytes, StandardCharsets.UTF_8);
            sha1 = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    Object run(UnifiedJedis redis, String key, List<String> arguments) {
        try {
            return redis.evalsha(sha1, List.of(key), arguments);
        } catch (JedisNoScriptException e) {
            return redis.eval(text, List.of(key), arguments);
        }
    }
}
