package com.couponengine.redis;

import com.couponengine.core.redeem.InFlightGuard;
import java.time.Duration;
import java.util.List;

/** Leases as keys that expire by themselves, on the gate's connections. */
final class RedisInFlightGuard implements InFlightGuard {
    /** A guard that has to be waited for is worse than none. */
    private static final Duration WAIT_MAX = Duration.ofMillis(200);

    private final RedisLink link;
    private final String keyPrefix;
    private final Duration callTimeout;

    RedisInFlightGuard(RedisLink link, String keyPrefix, Duration callTimeout) {
        this.link = link;
        this.keyPrefix = keyPrefix;
        this.callTimeout = callTimeout.compareTo(WAIT_MAX) < 0 ? callTimeout : WAIT_MAX;
    }

    @Override
    public boolean enter(String key, String token, Duration lease) {
        String millis = Long.toString(Math.max(1, lease.toMillis()));
        List<?> answer = run("enter " + key, Script.ENTER, key, List.of(Ascii.bytes(token), Ascii.bytes(millis)));
        return answer.get(0).equals(1L);
    }

    @Override
    public void leave(String key, String token) {
        run("leave " + key, Script.LEAVE, key, List.of(Ascii.bytes(token)));
    }

    private List<?> run(String what, Script script, String key, List<byte[]> arguments) {
        byte[] whole = Ascii.bytes(keyPrefix + ":flight:" + key);
        return link.run(what, new ScriptCall(script, List.of(whole), arguments), new Deadline(callTimeout));
    }
}
