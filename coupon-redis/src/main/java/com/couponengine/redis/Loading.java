package com.couponengine.redis;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.gate.GateLoad;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loads a share, and removes what its last generation left. */
final class Loading {
    private static final int REMOVED_PER_CALL = 1_000;
    private static final long REPLACED = 2;
    private static final long REFUSED = 0;
    /** The end of the year 9999. */
    private static final long EXPIRES_MILLIS_MAX = 253_402_300_799_000L;

    private final RedisLink link;
    private final Shares shares;

    Loading(RedisLink link, Shares shares) {
        this.link = link;
        this.shares = shares;
    }

    boolean load(String what, GateLoad load, Deadline deadline) {
        int buckets = ShareLayout.bucketsFor(load.quota());
        ShareLayout wanted =
                shares.layout(load.share(), ShareLayout.newGeneration(load.epoch()), load.epoch(), buckets);
        List<?> answer = link.run(what, call(wanted, load), deadline);
        long kind = (Long) answer.get(0);
        if (kind != REPLACED) {
            return kind != REFUSED;
        }
        int keptBuckets = ((Long) answer.get(1)).intValue();
        shares.remember(load.share(), shares.layout(load.share(), wanted.generation(), load.epoch(), keptBuckets));
        if (answer.size() > 2) {
            remove(
                    shares.layout(
                            load.share(), Ascii.text(answer.get(2)), 0, Integer.parseInt(Ascii.text(answer.get(3)))),
                    deadline);
        }
        return true;
    }

    private static ScriptCall call(ShareLayout wanted, GateLoad load) {
        return new ScriptCall(
                Script.LOAD,
                wanted.keys(0).subList(0, 2),
                List.of(
                        Ascii.bytes(Long.toString(load.epoch())),
                        Ascii.bytes(wanted.generation()),
                        Ascii.bytes(Integer.toString(wanted.buckets())),
                        Ascii.bytes(textOf(load.remaining())),
                        Ascii.bytes(textOf(load.perUserLimit())),
                        Ascii.bytes(Long.toString(expiresMillis(load.expiresAt())))));
    }

    private static String textOf(@Nullable Number number) {
        return number == null ? "" : Long.toString(Math.max(0, number.longValue()));
    }

    private static long expiresMillis(Instant expiresAt) {
        return expiresAt.getEpochSecond() >= EXPIRES_MILLIS_MAX / 1_000
                ? EXPIRES_MILLIS_MAX
                : Math.max(0, expiresAt.getEpochSecond() * 1_000 + expiresAt.getNano() / 1_000_000);
    }

    /** As far as time allows: what stays expires with the share. Nobody reads it any more. */
    private void remove(ShareLayout old, Deadline deadline) {
        try {
            List<byte[]> keys = old.keys(REMOVED_PER_CALL);
            keys.remove(0);
            for (int bucket = 0; bucket < old.buckets() && deadline.allowsAnotherAttempt(); bucket++) {
                keys.add(old.bucket(bucket));
                if (keys.size() >= REMOVED_PER_CALL) {
                    link.run("remove", new ScriptCall(Script.REMOVE, keys, List.of()), deadline);
                    keys = new ArrayList<>(REMOVED_PER_CALL);
                }
            }
            if (!keys.isEmpty() && deadline.allowsAnotherAttempt()) {
                link.run("remove", new ScriptCall(Script.REMOVE, keys, List.of()), deadline);
            }
        } catch (CouponEngineException e) {
            // The load is done.
        }
    }
}
